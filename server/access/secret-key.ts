import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WrongSetting } from '#server/config.ts'

const SECRET_BYTES = 48

/** Written whole beside its place first: a key that a crash has cut short could be guessed. @throws when it is too short */
export function readSecretKey(folder: string): string {
  const path = join(folder, 'secret.key')
  if (!existsSync(path)) {
    writeFileSync(`${path}.coming`, randomBytes(SECRET_BYTES).toString('base64url'), {
      mode: 0o600,
      flush: true,
    })
    renameSync(`${path}.coming`, path)
  }
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length >= SECRET_BYTES) return secret
  throw new WrongSetting(
    `${path} is cut short. Restore it, or remove it: then everybody signs in anew, and mail passwords of accounts are asked for again.`,
  )
}
