import { platformUserById } from '#db/queries/platform/users.ts'
import { readDevice, sealDevice } from '#server/access/known-device.ts'
import type { PublicContext } from './context.ts'
import { cookie, DEVICE_COOKIE, deviceCookie } from './cookies.ts'

export const knownDevice = ({ services, request }: PublicContext, userName: string) =>
  readDevice(services.encryption, cookie(request, DEVICE_COOKIE), userName)

/** Strangers' wrong passwords do not lock a person out of where they proved themselves, by a password or a mailed link. */
export function rememberDevice(c: PublicContext, userName: string) {
  const sealed = sealDevice(c.services.encryption, userName, knownDevice(c, userName))
  c.meta.setcookies.push(deviceCookie(sealed, c.meta.https))
}

export function rememberOwnDevice(c: PublicContext, userid: string) {
  const user = c.platform.read((db) => platformUserById(db, userid))
  if (user) rememberDevice(c, user.email)
}
