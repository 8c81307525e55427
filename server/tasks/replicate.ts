import { resolve } from 'node:path'
import { readConfig, WrongSetting } from '#server/config.ts'
import { readArgs } from './args.ts'
import { requireFolder } from './folder.ts'
import { writeNewKey } from './offsite/copy-key.ts'
import { replicateForever, replicateOnce } from './offsite/replicate.ts'

/** `replicate --to PLACE [--once]`, also beside a server that runs; `replicate --new-key FILE`. */
export async function replicate(args: string[]): Promise<void> {
  const { values, rest } = readArgs(args, { to: 'text', once: 'switch', 'new-key': 'text' })
  if (values['new-key']) return makeKey(resolve(values['new-key']))
  const config = readConfig(process.env, values.to ? [...rest, '--replicate-to', values.to] : rest)
  if (!config.replicateto) throw new WrongSetting('--to is needed.')
  requireFolder(config.data)
  if (!values.once) return untilStopped((signal) => replicateForever(config, () => new Date(), signal))
  const failures = await replicateOnce(config, () => new Date())
  if (failures.length > 0)
    throw new Error(`Not copied: ${failures.map(({ name, why }) => `${name}: ${why}`).join(' ')}`)
  console.log(`Everything in ${config.data} is copied`)
}

function makeKey(path: string) {
  writeNewKey(path)
  console.log(`A new key is in ${path}. Keep it elsewhere too: without it nobody can read the copies.`)
}

async function untilStopped(run: (signal: AbortSignal) => Promise<void>) {
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  await run(stopped.signal)
}
