import { basename } from 'node:path'

export const logFormats = ['text', 'json'] as const

type LogFormat = (typeof logFormats)[number]

type Level = 'info' | 'warning' | 'error'
type Fields = Record<string, string | number>

const writers: Record<Level, (line: string) => void> = {
  info: (line) => console.log(line),
  warning: (line) => console.warn(line),
  error: (line) => console.error(line),
}

let format: LogFormat = 'text'

/** Of the whole process: `json` is one object a line, for programs that collect and search logs. */
export function setLogFormat(wanted: LogFormat) {
  format = wanted
}

/** `fields` are what a program searches by; of text they are no part, since `message` says it. */
export function logLine(level: Level, message: string, fields: Fields = {}) {
  writeGathered()
  writers[level](lineOf(level, message, fields))
}

/** What the lines of requests wait at most, so that many are written by one call of the system. */
const GATHERED_MS = 25

let gathered: string[] = []

/** For what is logged so often that to write each line by itself costs: in order with all others, and written at the exit. */
export function logOften(message: string, fields: Fields) {
  if (gathered.length === 0) setTimeout(writeGathered, GATHERED_MS).unref()
  gathered.push(lineOf('info', message, fields))
}

function writeGathered() {
  if (gathered.length === 0) return
  const lines = gathered
  gathered = []
  writers.info(lines.join('\n'))
}

process.on('exit', writeGathered)

const lineOf = (level: Level, message: string, fields: Fields) =>
  format === 'json' ? asJson(level, message, fields) : message

const asJson = (level: Level, message: string, fields: Fields) =>
  JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })

export const logFailure = (what: string, error: unknown) =>
  logLine('error', `${what}: ${describeError(error)}`, { about: what })

/** With its stack: for what nobody expected. */
export const logUnexpected = (what: string, error: unknown) =>
  logLine('error', `${what}: ${error instanceof Error ? (error.stack ?? error.message) : error}`, {
    about: what,
  })

export const describeError = (error: unknown) => (error instanceof Error ? error.message : String(error))

const TEXT_SHOWN = 2_000

export function logSlowStatement(text: string, path: string, ms: number) {
  const sql = text.replace(/\s+/g, ' ').trim().slice(0, TEXT_SHOWN)
  const file = basename(path)
  logLine('warning', `slow statement, ${Math.round(ms)} ms in ${file}: ${sql}`, {
    ms: Math.round(ms),
    file,
    sql,
  })
}
