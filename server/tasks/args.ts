import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { WrongSetting } from '#server/config.ts'

type Spec = Record<string, 'text' | 'needed' | 'switch'>
type Values<S extends Spec> = {
  [K in keyof S]: S[K] extends 'switch' ? boolean : S[K] extends 'needed' ? string : string | undefined
}

/** `words`: how many plain arguments it takes. @throws WrongSetting */
export function readArgs<S extends Spec>(args: string[], spec: S, words = 0) {
  const values: Record<string, string | boolean> = {}
  const plain: string[] = []
  const rest: string[] = []
  for (let at = 0; at < args.length; at++) {
    const [flag = '', inline] = args[at]!.split(/=(.*)/s)
    const name = flag.replace(/^--/, '')
    const kind = flag.startsWith('--') ? spec[name] : undefined
    if (!kind && !flag.startsWith('-') && plain.length < words && !rest.at(-1)?.startsWith('--'))
      plain.push(flag)
    else if (!kind) rest.push(args[at]!)
    else if (name in values) throw new WrongSetting(`${flag} is given twice.`)
    else {
      const value = kind === 'switch' ? true : (inline ?? args[++at])
      if (value === undefined || value === '') throw new WrongSetting(`${flag} needs a value.`)
      values[name] = value
    }
  }
  for (const [name, kind] of Object.entries(spec)) {
    if (kind === 'needed' && !(name in values)) throw new WrongSetting(`--${name} is needed.`)
    if (kind === 'switch') values[name] ??= false
  }
  return { values: values as Values<S>, plain, rest }
}

/** @throws WrongSetting when it is not there */
export function requireExisting(path: string): string {
  if (!existsSync(path)) throw new WrongSetting(`There is no ${resolve(path)}.`)
  return resolve(path)
}

export const fileTimestamp = () => new Date().toISOString().replace(/[:.]/g, '-')
