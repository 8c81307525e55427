import { invalid } from '#server/errors.ts'

/** A hash that no password has, so that an unknown e-mail takes the same time as a wrong password. */
let nobody: Promise<string> | undefined

export const hashPassword = (password: string) => Bun.password.hash(password, { algorithm: 'argon2id' })

/** True when the password is the user's. Takes the same time when there is no such user. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID())
  const matches = await Bun.password.verify(password, hash ?? (await nobody))
  return matches && Boolean(hash)
}

/** Decision B6: 8 to 256 characters with letters and numbers, and never the e-mail address. */
export function checkNewPassword(password: string, email: string) {
  const sentence =
    password.length < 8 || password.length > 256 || !/\p{L}/u.test(password) || !/\d/.test(password)
      ? 'The password needs at least 8 characters with letters and numbers.'
      : password.trim().toLowerCase() === email.trim().toLowerCase()
        ? 'The password must not be your e-mail address.'
        : null
  if (sentence) throw invalid({ password: sentence })
}
