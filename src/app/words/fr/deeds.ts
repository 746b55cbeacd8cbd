import type { deeds as en } from "../en/deeds.ts";
import type { Translated } from "../translated.ts";

export const deeds: Translated<typeof en> = {
  unknown: "Résultat inconnu",
  refusedHint: "Le serveur a refusé : rien n’a été modifié.",
  hostSaid: "Le serveur a répondu : {{message}}",
  reverse: "Contre-passer…",
  blocked: {
    offline: "Rien n’a été envoyé : le serveur est injoignable. Réessayez une fois la connexion rétablie.",
    running: "Rien n’a été envoyé : la même opération est déjà en route, ici ou dans un autre onglet.",
    unsettled: "Rien n’a été envoyé : une tentative antérieure au résultat inconnu fait obstacle. Résolvez-la d’abord.",
    sent: "La même opération a été envoyée pendant que cette confirmation était ouverte, par exemple depuis un autre onglet, ou pendant que l’horloge de cet appareil avançait. Rien n’a été envoyé cette fois. Pour la renvoyer, annulez et confirmez à nouveau ; si l’horloge avançait, une fois passée l’heure qu’elle indiquait.",
    expired: "Rien n’a été envoyé : votre session a expiré. Saisissez votre code PIN et réessayez.",
    journal: "Rien n’a été envoyé : cet appareil ne peut pas écrire son journal.",
  },
};
