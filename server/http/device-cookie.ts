import { platformUserById } from '#db/queries/platform/users.ts'
import { sealDevice } from '#server/access/known-device.ts'
import type { PublicContext } from './context.ts'
import { deviceCookie } from './cookies.ts'

/** Strangers' wrong passwords do not lock a person out of where they proved themselves, by a password or a mailed link. */
export function rememberDevice({ services, meta }: PublicContext, userName: string, deviceid?: string) {
  meta.setcookies.push(deviceCookie(sealDevice(services.encryption, userName, deviceid), meta.https))
}

export function rememberOwnDevice(c: PublicContext, userid: string) {
  const user = c.platform.read((db) => platformUserById(db, userid))
  if (user) rememberDevice(c, user.email)
}
