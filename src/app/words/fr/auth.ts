import type { auth as en } from "../en/auth.ts";
import type { Translated } from "../translated.ts";

export const auth: Translated<typeof en> = {
  email: "E-mail",
  password: "Mot de passe",
  unreachable: "Le serveur est injoignable. Vérifiez la connexion et réessayez.",
  signIn: {
    heading: "Heureux de vous revoir !",
    subtext: "Connectez-vous à votre tableau de bord pour continuer.",
    submit: "Se connecter",
    busy: "Connexion en cours...",
    forgot: "Mot de passe oublié ?",
    failed: "Échec de la connexion",
    register: "Créer un compte",
  },
  register: {
    heading: "Créez votre compte",
    subtext: "Pour les administrateurs de cette plateforme.",
    name: "Nom complet",
    confirm: "Confirmer le mot de passe",
    submit: "S’inscrire",
    haveAccount: "Vous avez déjà un compte ?",
    signIn: "Se connecter",
    failed: "Échec de l’inscription",
    mismatch: "Diffère du mot de passe ci-dessus.",
  },
  reset: {
    heading: "Réinitialisez votre mot de passe",
    subtext: "Un lien sera envoyé à votre adresse e-mail.",
    submit: "Réinitialiser le mot de passe",
    back: "Retour à la connexion",
    failed: "Échec de la réinitialisation du mot de passe",
    sent: "Un lien est en route, si le serveur connaît {{email}}",
  },
  pin: {
    title: "Confirmez votre identité",
    text: "Votre session a expiré. Saisissez votre code PIN pour reprendre là où vous étiez ; rien de ce que vous avez saisi n’est perdu.",
    submit: "Continuer",
    freshRefused:
      "Le serveur a refusé une session qu’il avait ouverte quelques secondes plus tôt ({{call}}). Si cela se reproduit, quelque chose en chemin retire l’identification des appels.",
    spurnedTitle: "Le serveur n’accepte pas la nouvelle session",
    spurnedText:
      "Le code PIN était juste chaque fois, mais {{call}} a été refusé avec 401 quelques secondes plus tard. Soit le serveur n’accepte pas ses propres sessions, soit quelque chose en chemin, comme un proxy ou une extension, retire l’identification des appels. Un autre code PIN n’y change rien ; ce que vous voyez a été conservé sur cet appareil.",
    spurnedSignOut: "Se déconnecter",
  },
};
