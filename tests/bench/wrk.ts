import { writeFileSync } from 'node:fs'

/** Of one person: what to ask for, in turns. */
export type WrkLoad = {
  base: string
  headers: Record<string, string>
  requests: readonly { method: string; path: string; body?: string }[]
  connections: number
  seconds: number
  /** A command that starts it, such as `taskset`. */
  before?: readonly string[]
}

const quoted = (text: string) => JSON.stringify(text)

const script = ({ headers, requests }: WrkLoad) => `local headers = {
${Object.entries(headers)
  .map(([name, value]) => `  [${quoted(name)}] = ${quoted(value)},`)
  .join('\n')}
}
local requests, at = {}, 0
init = function()
${requests
  .map(({ method, path, body }) => {
    const given = [quoted(method), quoted(path), 'headers', body === undefined ? 'nil' : quoted(body)]
    return `  requests[#requests + 1] = wrk.format(${given.join(', ')})`
  })
  .join('\n')}
end
request = function()
  at = at % #requests + 1
  return requests[at]
end
done = function(summary)
  local errors = summary.errors
  local failed = errors.status + errors.read + errors.write + errors.connect + errors.timeout
  io.stderr:write(string.format("%d %d %d", summary.requests, summary.duration, failed))
end
`

/**
 * Answers that wrk (a package of Debian) gets, how many a second, and its own processor time, with a script of its own in `file`. It takes a few microseconds
 * for each, where a client in JavaScript takes as much as the program that it asks.
 * @throws where wrk is missing, or an answer was not what it should be
 */
export async function loadByWrk(
  load: WrkLoad,
  file: string,
): Promise<{ answers: number; rate: number; clientms: number }> {
  const wrk = Bun.which('wrk')
  if (!wrk) throw new Error('This bench needs wrk: apt-get install wrk')
  writeFileSync(file, script(load))
  const flags = ['-t1', `-c${load.connections}`, `-d${load.seconds}`, '-s', file]
  const child = Bun.spawn([...(load.before ?? []), wrk, ...flags, load.base], {
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const said = await new Response(child.stderr).text()
  await child.exited
  const [, done, microseconds, failed] = /^(\d+) (\d+) (\d+)$/.exec(said) ?? []
  if (failed !== '0') throw new Error(`wrk at ${load.base} said: ${said.slice(0, 300)}`)
  const clientms = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000
  return { answers: Number(done), rate: (Number(done) * 1e6) / Number(microseconds), clientms }
}
