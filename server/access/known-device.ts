import { randomUUIDv7 } from 'bun'
import type { Encryption } from '#server/encryption.ts'

type Device = { deviceid: string; email: string }

const normalise = (userName: string) => userName.trim().toLowerCase()

/** Sealed, so that only a sign-in by the right password or a mailed link makes one. A device keeps its id while one person uses it. */
export const sealDevice = (encryption: Encryption, userName: string, deviceid?: string) =>
  encryption.encrypt(
    JSON.stringify({ deviceid: deviceid ?? randomUUIDv7(), email: normalise(userName) } satisfies Device),
  )

/** The device's id, if this person has signed in there before. */
export function readDevice(encryption: Encryption, sealed: string | undefined, userName: string) {
  const device = unsealDevice(encryption, sealed)
  return device?.email === normalise(userName) ? device.deviceid : undefined
}

/** @returns undefined where nobody has signed in */
export function unsealDevice(encryption: Encryption, sealed: string | undefined): Device | undefined {
  if (!sealed) return
  try {
    return JSON.parse(encryption.decrypt(sealed)) as Device
  } catch {
    return
  }
}
