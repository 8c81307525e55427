import type { Config } from '#server/config.ts'
import { forbidden } from '#server/errors.ts'

/** @throws 403 where strangers may not register (`JOBLANE_SELF_REGISTRATION`). */
export function requireSelfRegistration({ config }: { config: Pick<Config, 'selfregistration'> }) {
  if (!config.selfregistration)
    throw forbidden('Nobody can register here. Please ask your system administrator to invite you.')
}
