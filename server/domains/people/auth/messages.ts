// The specification's sentences, to the letter.
export const CONFIRMATION_SENT =
  'A new account confirmation email has been sent to you. Please check your inbox and junk / spam folders.'
export const RESET_SENT =
  'Check your email, password reset instructions are on the way. Remember to check your junk/spam folder if the message does not appear in your inbox.'
export const PASSWORD_CHANGED = 'Your password has been changed successfully'
export const VERIFIED = 'Your email address has been successfully verified'
export const NOT_VERIFIED =
  'Your email address could not be verified, make sure the link you are using is the latest verification request email and try again.'
