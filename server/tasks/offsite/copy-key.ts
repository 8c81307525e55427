import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { WrongSetting } from '#server/setting-kinds.ts'
import { notAllowedInto } from '../archive/staging-folder.ts'

/** The owner’s: without it nobody reads the copies, and their names say nothing. */
export type CopyKey = { cipher: Uint8Array; names: Uint8Array }

const BYTES = 32
const SHORTEST = 32

/** A file that holds nothing but a long random text. @throws WrongSetting */
export function readCopyKey(path: string): CopyKey {
  const text = readText(path)
  if (text.length < SHORTEST)
    throw new WrongSetting(
      `The key in ${path} is too short: it has ${text.length} characters, and needs ${SHORTEST}. Make one with "joblane replicate --new-key FILE".`,
    )
  // The words are part of the keys: other words could not read what is stored.
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', text, '', purpose, BYTES))
  return { cipher: derive('joblane copies'), names: derive('joblane copies: names') }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new WrongSetting(`JOBLANE_REPLICATE_KEY names ${path}, which cannot be read.`)
  }
}

/** Never over another one. @throws WrongSetting */
export function writeNewKey(path: string) {
  try {
    writeFileSync(path, `${randomBytes(BYTES).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'EEXIST') throw new WrongSetting(`${path} is there already, and is left as it is.`)
    const why = code === 'EACCES' ? notAllowedInto(dirname(resolve(path))) : message
    throw new WrongSetting(`No key was made: ${why}`)
  }
}
