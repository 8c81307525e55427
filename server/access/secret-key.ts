import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { platformPath } from '#db/platform.ts'
import { WrongSetting } from '#server/config.ts'

const SECRET_BYTES = 48

const LOSS = 'everybody signs in anew, and mail passwords of accounts are asked for again'

export const START_ANEW =
  'start once with --accept-new-secret (a service: JOBLANE_ACCEPT_NEW_SECRET=true in its settings, for one start)'

/** Made at the first start. @throws WrongSetting when it is lost or too short */
export function readSecretKey(folder: string, options: { acceptNew?: boolean } = {}): string {
  const path = join(folder, 'secret.key')
  if (!existsSync(path)) {
    if (existsSync(platformPath(folder)) && !options.acceptNew)
      throw new WrongSetting(`${path} is missing. Put it back, or ${START_ANEW}: then ${LOSS}.`)
    // Whole beside its place first: a key that a crash has cut short could be guessed.
    writeFileSync(`${path}.coming`, randomBytes(SECRET_BYTES).toString('base64url'), {
      mode: 0o600,
      flush: true,
    })
    renameSync(`${path}.coming`, path)
  }
  if (!statSync(path).isFile())
    throw new WrongSetting(`${path} is not a file. Put the file with the key there again.`)
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length >= SECRET_BYTES) return secret
  throw new WrongSetting(`${path} is cut short. Put it back, or remove it and ${START_ANEW}: then ${LOSS}.`)
}
