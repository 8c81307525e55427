import { forbidden } from '#server/errors.ts'

/** What gives lasting access is made by a person who signed in: a key that leaked must not make more of them. */
export function needsSignIn({ person }: { person: { sessionid: string } }) {
  if (person.sessionid.startsWith('key:'))
    throw forbidden('Sign in yourself to do this: it cannot be done with an API key.')
}
