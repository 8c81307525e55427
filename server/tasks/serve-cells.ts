import { join } from 'node:path'
import { readSecretKey } from '#server/access/secret-key.ts'
import { serveProxy } from '#server/cells/proxy.ts'
import { cellName, PLATFORM_CELL, roleFlags } from '#server/cells/settings.ts'
import { createSigner, type MessageSigner } from '#server/cells/signed-messages.ts'
import { type Config, WrongSetting } from '#server/config.ts'
import { listening } from '#server/http/serve.ts'
import { logLine, setLogFormat } from '#server/log.ts'

/** What a process says once it answers. */
export type Ready = { insideport: number; setupcode?: string }

type Child = { process: Bun.Subprocess; ready?: Ready }

const RESTART_MS = 500
const LONGEST_RESTART_MS = 30_000
const STOP_MS = 8_000

/** The platform and the cells as processes of their own, watched and started again, with a proxy in front of them. */
export async function serveCells(config: Config, args: readonly string[]): Promise<void> {
  setLogFormat(config.log)
  if (config.demo) await (await import('./demo.ts')).prepareDemo(config)
  const children = new Map<string, Child>()
  let stopping = false
  // Before the cells are told the address that mails name, since any free port may be asked for.
  const proxy = listen(config, (cell) => children.get(cell)?.ready?.insideport)
  const ready = `http://${config.host}:${proxy.port}`
  const here = ready.replace('0.0.0.0', 'localhost')
  const url = config.url || here

  const begin = (cell: string, tries = 0): Promise<void> =>
    new Promise((answers, ended) => {
      const child: Child = {
        process: Bun.spawn([...program(), ...childArgs(args, config, cell, url)], {
          stdin: 'ignore',
          stdout: 'inherit',
          stderr: 'inherit',
          ipc(ready: Ready) {
            child.ready = ready
            tries = 0
            answers()
          },
        }),
      }
      children.set(cell, child)
      void child.process.exited.then((status) => {
        if (stopping) return
        if (!child.ready && tries === 0)
          return ended(new WrongSetting(`${cell} could not be started; its line above says why.`))
        logLine('error', `${cell} ended with status ${status} and is started again.`)
        setTimeout(
          () => stopping || void begin(cell, tries + 1),
          Math.min(RESTART_MS * 2 ** tries, LONGEST_RESTART_MS),
        )
      })
    })

  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), STOP_MS).unref()
    proxy.stop(false)
    for (const { process } of children.values()) process.kill('SIGTERM')
    await Promise.all([...children.values()].map(({ process }) => process.exited))
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  try {
    // The first start makes the folder.
    await begin(PLATFORM_CELL)
    await Promise.all(Array.from({ length: config.cells }, (_, at) => begin(cellName(at + 1))))
  } catch (error) {
    stopping = true
    proxy.stop(true)
    for (const { process } of children.values()) process.kill('SIGTERM')
    throw error
  }
  const setupcode = children.get(PLATFORM_CELL)?.ready?.setupcode
  if (setupcode) logLine('info', `First start: open ${here}/setup and enter the code ${setupcode}`)
  logLine('info', `Joblane ready on ${ready}`)
}

/** @throws WrongSetting where it cannot listen */
function listen({ host, port, data }: Config, portOf: (cell: string) => number | undefined) {
  let signer: MessageSigner | undefined
  const proxy = {
    ...{ host, port, portOf },
    get signer() {
      // The first start of the platform makes the key.
      signer ??= createSigner(readSecretKey(data), () => new Date())
      return signer
    },
  }
  return listening(() => serveProxy(proxy))
}

/** From source the interpreter is named first, and then the file. */
const program = (): string[] =>
  Bun.main.startsWith('/$bunfs/') || Bun.main.includes('~BUN')
    ? [process.execPath]
    : [process.execPath, join(import.meta.dir, '../main.ts')]

const OWN = new Set(['--cells', '--port', '--host', '--url', '--demo'])

/** All settings of this process, but for where it listens. */
function childArgs(args: readonly string[], config: Config, cell: string, url: string): string[] {
  const kept: string[] = []
  for (let at = 0; at < args.length; at++) {
    const [flag = '', inline] = (args[at] as string).split(/=(.*)/s)
    if (!OWN.has(flag)) kept.push(args[at] as string)
    else if (inline === undefined && flag !== '--demo') at++
  }
  if (config.demo) kept.push('--demo')
  return [
    'serve',
    ...kept,
    '--cells',
    '0',
    '--port',
    '0',
    '--host',
    '127.0.0.1',
    '--url',
    url,
    ...roleFlags(cell),
    '--data',
    config.data,
  ]
}
