import { accessSync, constants, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

type Tell = (path: string, code: string) => void

let watched: Tell | undefined

/** Of the whole process. A command that runs to its end by itself has nobody to tell: it throws. */
export function watchDiskFaults(tell: Tell) {
  watched = tell
}

/**
 * A disk that failed once may have lost what it said it had, and answers the next write as if nothing was: whoever hears
 * of it ends the process before anything else is tried. A full disk is none, since it says what it did not take.
 */
export function reportDiskFault(error: unknown, path: string) {
  const { code = '' } = (error ?? {}) as { code?: string }
  if (watched && isDiskFault(code, path)) watched(path, code)
}

/** Also of what a thread handed over, which is the words of an error alone. */
export function saysDiskFull(error: unknown): boolean {
  const { code = '', message = String(error) } = (error ?? {}) as { code?: string; message?: string }
  return /ENOSPC|EDQUOT|SQLITE_FULL|disk is full/i.test(`${code} ${message}`)
}

function isDiskFault(code: string, path: string): boolean {
  if (code === 'EIO' || code === 'EROFS') return true
  if (code.startsWith('SQLITE_IOERR')) return !isFull(path)
  // What one file lacks is its own matter, as long as its disk can be written.
  return /^SQLITE_(READONLY|CANTOPEN)/.test(code) && isFailing(dirname(path))
}

const LEAST_BYTES = 1 << 20

/** To make its index larger SQLite reports a full disk as one that fails. */
function isFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize < LEAST_BYTES
  } catch {
    return false
  }
}

function isFailing(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return false
  } catch (error) {
    return ['EIO', 'EROFS'].includes((error as { code?: string }).code ?? '')
  }
}
