import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportDiskFault, watchDiskFaults } from '#db/disk-fault.ts'

const folder = mkdtempSync(join(tmpdir(), 'joblane-fault-'))
afterAll(() => {
  watchDiskFaults(() => {})
  rmSync(folder, { recursive: true })
})

test('a disk that fails is told of, and what is wrong with one file, or with room, is not', () => {
  const told: string[] = []
  watchDiskFaults((_, code) => told.push(code))
  const codes = [
    ...['SQLITE_IOERR', 'SQLITE_IOERR_FSYNC', 'EIO', 'EROFS'],
    ...['SQLITE_FULL', 'ENOSPC', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_CORRUPT', 'SQLITE_BUSY'],
  ]
  for (const code of codes)
    reportDiskFault(Object.assign(new Error('no'), { code }), join(folder, 'a.sqlite'))
  reportDiskFault(null, join(folder, 'a.sqlite'))
  reportDiskFault(new Error('no'), join(folder, 'a.sqlite'))
  expect(told).toEqual(['SQLITE_IOERR', 'SQLITE_IOERR_FSYNC', 'EIO', 'EROFS'])
})
