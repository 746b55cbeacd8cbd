import type { auth as en } from "../en/auth.ts";
import type { Translated } from "../translated.ts";

export const auth: Translated<typeof en> = {
  email: "Correo electrónico",
  password: "Contraseña",
  unreachable: "No se puede contactar con el servidor. Compruebe la conexión y reinténtelo.",
  signIn: {
    heading: "¡Le damos la bienvenida!",
    subtext: "Inicie sesión en su panel para continuar.",
    submit: "Iniciar sesión",
    busy: "Iniciando sesión...",
    forgot: "¿Olvidó su contraseña?",
    failed: "No se pudo iniciar sesión",
    register: "Crear una cuenta",
  },
  register: {
    heading: "Cree su cuenta",
    subtext: "Para los administradores de esta plataforma.",
    name: "Nombre completo",
    confirm: "Confirmar contraseña",
    submit: "Registrarse",
    haveAccount: "¿Ya tiene una cuenta?",
    signIn: "Iniciar sesión",
    failed: "No se pudo completar el registro",
    mismatch: "No coincide con la contraseña de arriba.",
  },
  reset: {
    heading: "Restablezca su contraseña",
    subtext: "Se enviará un enlace a su correo electrónico.",
    submit: "Restablecer contraseña",
    back: "Volver al inicio de sesión",
    failed: "No se pudo restablecer la contraseña",
    sent: "Se ha enviado un enlace, si el servidor conoce {{email}}",
  },
  pin: {
    title: "Confirme que es usted",
    text: "Su sesión ha caducado. Introduzca su PIN para continuar donde estaba; nada de lo que escribió se pierde.",
    submit: "Continuar",
    freshRefused:
      "El servidor rechazó una sesión que había abierto segundos antes ({{call}}). Si ocurre de nuevo, algo en el camino quita la identificación de las llamadas.",
    spurnedTitle: "El servidor no acepta la nueva sesión",
    spurnedText:
      "El PIN era correcto cada vez, pero {{call}} se rechazó con 401 segundos después. O el servidor no acepta sus propias sesiones, o algo en el camino, como un proxy o una extensión, quita la identificación de las llamadas. Otro PIN no cambia nada; lo que ve se guardó en este dispositivo.",
    spurnedSignOut: "Cerrar sesión",
  },
};
