/** A running program under test: `base` is its address, `output` gives all that it has said so far. */
export type Program = {
  base: string
  pid: number
  output: () => string
  /** Its exit status, once it ends by itself or otherwise. */
  ended: Promise<number>
  stop: () => Promise<number>
  /** Ends it at once (SIGKILL), as a power cut would. */
  kill: () => Promise<number>
}

/**
 * Starts the program as a person would, by a command in a folder, and waits until it says that it is ready.
 * Throws with its status and what it said when it ends instead. `stop` asks it to finish (SIGTERM) and gives its
 * exit status.
 */
export async function startProgram(
  command: string[],
  folder: string,
  env: Record<string, string> = {},
): Promise<Program> {
  const child = Bun.spawn(command, {
    cwd: folder,
    env: { ...bare(), ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const said = { text: '' }
  const ended = Promise.all([listen(child.stdout, said), listen(child.stderr, said)]).then(() => child.exited)
  const base = await Promise.race([
    readyLine(said, command.includes('--role') ? OF_A_ROLE : READY, () => child.exitCode !== null),
    ended.then(() => undefined),
  ])
  if (!base) throw new Error(`It ended with status ${await ended} and said:\n${said.text}`)
  return {
    base,
    pid: child.pid,
    output: () => said.text,
    ended,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
    kill: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

/** The settings of whoever runs the tests must not reach the program under test. */
function bare(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => !/^(JOBLANE_|NODE_ENV$)/.test(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']))
}

async function listen(stream: ReadableStream<Uint8Array>, said: { text: string }): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of stream) said.text += decoder.decode(chunk, { stream: true })
}

/** With `--cells` the processes say so for themselves too, before the proxy does. */
const READY = /Joblane ready on (http:\/\/[^\s"]+?)\/?[\s"]/
const OF_A_ROLE = /(?:The platform|Cell c\d\d) ready on (http:\/\/[^\s"]+?)\/?[\s"]/

async function readyLine(
  said: { text: string },
  line: RegExp,
  ended: () => boolean,
): Promise<string | undefined> {
  while (!ended()) {
    const [, base] = line.exec(said.text) ?? []
    if (base) return base
    await Bun.sleep(10)
  }
}
