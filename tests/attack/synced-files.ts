import { closeSync, cpSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What a program asks of its files, in the order of the log that `strace` writes of it. */
export const STRACE = [
  ...['strace', '-D', '-f', '-qq', '-y', '--seccomp-bpf', '-xx', '-s', '1000000'],
  ...['-e', 'trace=pwrite64,ftruncate,fsync,fdatasync,rename,unlink,sendto,sendmsg,write,writev'],
]

const HEX = '(?:\\\\x[0-9a-f]{2})*'
const CHANGE = RegExp(`^\\d+ +(pwrite64|ftruncate)\\(\\d+<(${HEX})>, (?:"(${HEX})", \\d+, )?(\\d+)`)
const SYNC = RegExp(`^(\\d+) +f(?:data)?sync\\(\\d+<(${HEX})>`)
const SYNCED = /^(\d+) +<\.\.\. f(?:data)?sync resumed>/
const NAMES = RegExp(`^\\d+ +(rename|unlink)\\("(${HEX})"(?:, "(${HEX})")?`)
/** However the socket is written to: a busy one takes parts. */
const SENT = /^\d+ +(?:send(?:to|msg)|writev?)\(\d+</
const TEXTS = RegExp(`"(${HEX})"`, 'g')

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')

/** Places in the log where an answer that holds one of these words was sent, by word. */
export function findSentLines(log: readonly string[], words: RegExp): Map<string, number> {
  const sent = new Map<string, number>()
  for (const [at, line] of log.entries()) {
    if (!SENT.test(line)) continue
    const hex = [...line.matchAll(TEXTS)].map(([, text]) => text).join('')
    const [word] = words.exec(String(bytesOf(hex))) ?? []
    if (word) sent.set(word, at)
  }
  return sent
}

type Change = { bytes?: Buffer; at: number }

/**
 * Makes `to` what the disk would hold of `folder` after a power cut: what `before` held, and of the calls in the log only
 * those changes that a later fsync covered. Files made, renamed and removed count as they were called.
 */
export function replaySynced(log: readonly string[], folder: string, before: string, to: string) {
  const waiting = new Map<string, Change[]>()
  const begun = new Map<string, string>()
  const placeOf = (hex: string) => {
    const inside = relative(folder, String(bytesOf(hex)))
    return inside.startsWith('..') || inside.endsWith('-shm') ? null : join(to, inside)
  }
  const flush = (path: string) => {
    for (const change of waiting.get(path) ?? []) apply(path, change)
    waiting.delete(path)
  }
  cpSync(before, to, { recursive: true })
  for (const line of log) {
    const [, call, changed, data, at] = CHANGE.exec(line) ?? []
    const place = changed && placeOf(changed)
    if (place) {
      const change = { at: Number(at), bytes: call === 'pwrite64' ? bytesOf(data ?? '') : undefined }
      waiting.set(place, [...(waiting.get(place) ?? []), change])
    }
    const [, thread, synced] = SYNC.exec(line) ?? []
    const file = synced && placeOf(synced)
    if (file && line.includes('<unfinished')) begun.set(thread ?? '', file)
    else if (file) flush(file)
    const [, resumed] = SYNCED.exec(line) ?? []
    if (resumed && begun.has(resumed)) flush(begun.get(resumed) as string)
    const [, naming, from, into] = NAMES.exec(line) ?? []
    if (naming && from && placeOf(from)) changeName(placeOf(from) as string, into ? placeOf(into) : null)
  }
}

function apply(path: string, { bytes, at }: Change) {
  const file = openSync(path, 'a')
  closeSync(file)
  const open = openSync(path, 'r+')
  if (bytes) writeSync(open, bytes, 0, bytes.length, at)
  else ftruncateSync(open, at)
  closeSync(open)
}

function changeName(from: string, into: string | null) {
  if (into) renameSync(from, into)
  else rmSync(from, { force: true })
}
