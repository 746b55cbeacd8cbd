/** Signing in, registering, asking for a new password. */
export const auth = {
  email: "Email",
  password: "Password",
  unreachable: "The host can't be reached. Check the connection and try again.",
  signIn: {
    heading: "Welcome back!",
    subtext: "Log in to your dashboard to go on.",
    submit: "Sign In",
    busy: "Signing In...",
    forgot: "Forgot your password?",
    failed: "Login failed",
    register: "Create an account",
  },
  register: {
    heading: "Create your account",
    subtext: "For the administrators of this platform.",
    name: "Full Name",
    confirm: "Confirm Password",
    submit: "Sign Up",
    haveAccount: "Already have an account?",
    signIn: "Sign in",
    failed: "Registration failed",
    mismatch: "Differs from the password above.",
  },
  reset: {
    heading: "Reset your password",
    subtext: "A link will be sent to your email address.",
    submit: "Reset Password",
    back: "Back to login",
    failed: "Password reset failed",
    sent: "A link is on its way, if the host knows {{email}}",
  },
  pin: {
    title: "Confirm that it's you",
    text: "Your session has run out. Enter your PIN to go on where you are; nothing that you typed is lost.",
    submit: "Go on",
    freshRefused:
      "The host refused a session that it opened seconds before ({{call}}). If that happens again, something on the way takes the sign-in off the calls.",
    spurnedTitle: "The host doesn't accept the new session",
    spurnedText:
      "The PIN was right each time, but {{call}} was refused with 401 seconds later. Either the host doesn't accept its own sessions, or something on the way, such as a proxy or an extension, takes the sign-in off the calls. Another PIN changes nothing; what you see was kept on this device.",
    spurnedSignOut: "Sign out",
  },
} as const;
