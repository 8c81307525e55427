import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tenant } from '#db/schema/tenant/index.ts'
import { closeFile, openReadOnly } from '#db/sqlite.ts'
import { openTenants } from '#db/tenants.ts'
import { SYSTEM } from '#db/types.ts'
import { moveAccount } from '#server/cells/move-account.ts'
import { readConfig } from '#server/config.ts'
import { type Cells, startCells } from './support.ts'

let cells: Cells
beforeAll(async () => {
  cells = await startCells()
})
afterAll(() => cells.stop())

const data = () => join(cells.folder, 'data')
const refusal = (started: Promise<unknown>) =>
  started.then(
    () => 'started',
    ({ message }) => message as string,
  )

describe('a process is refused', () => {
  test('that is a cell which runs already', async () => {
    expect(await refusal(cells.start('cell', 'c01'))).toBe(
      'c01 runs already on this data folder, where each name has one process. Stop that one first, or start a cell by another --id.',
    )
  })

  test('but not because somebody looks at its file for a moment, to learn whether it runs', async () => {
    await (await cells.start('cell', 'c07')).stop()
    const look = openReadOnly(join(data(), 'cells/c07.sqlite'))
    look.raw.run('BEGIN')
    look.raw.query('SELECT * FROM cell').get()
    const starting = cells.start('cell', 'c07')
    await Bun.sleep(0)
    closeFile(look)
    await (await starting).stop()
  })

  test('that would be a second platform', async () => {
    expect(await refusal(cells.start('platform'))).toContain('c00 runs already on this data folder')
  })

  test('that serves the folder alone', async () => {
    expect(await refusal(cells.start('all'))).toContain('is in use by another Joblane')
  })

  test('whose file is that of another cell', async () => {
    cpSync(join(data(), 'cells/c02.sqlite'), join(data(), 'cells/c05.sqlite'))
    expect(await refusal(cells.start('cell', 'c05'))).toContain('is the file of c02, not of c05')
    rmSync(join(data(), 'cells/c05.sqlite'))
  })

  test('whose file is an older copy, until an administrator says so', async () => {
    const [file, old] = [join(data(), 'cells/c06.sqlite'), join(cells.folder, 'old.sqlite')]
    await (await cells.start('cell', 'c06')).stop()
    cpSync(file, old)
    await (await cells.start('cell', 'c06')).stop()
    cpSync(old, file)
    expect(await refusal(cells.start('cell', 'c06'))).toContain('it is an older copy')
    cpSync(old, file)
    const accepted = await cells.start('cell', 'c06', ['--accept-rollback'])
    await accepted.stop()
    await (await cells.start('cell', 'c06')).stop()
  })

  test('without a name, or under one that is none', () => {
    const read =
      (...flags: string[]) =>
      () =>
        readConfig({}, flags)
    expect(read('--role', 'cell')).toThrow('--role cell needs --id')
    expect(read('--role', 'cell', '--id', 'C7')).toThrow(
      '--id must be the name of a cell from c01 to c99, not "C7"',
    )
    expect(read('--role', 'cell', '--id', 'c00')).toThrow('c00 is the platform')
    expect(read('--role', 'cell', '--id', 'c01', '--cells', '2')).toThrow('leave --role out')
    expect(read('--single-account', '--cells', '2')).toThrow('One account is served by one process')
  })
})

describe('an account', () => {
  const owner = () => (cells.placed(cells.accountid).cell === 'c01' ? cells.c01 : cells.c02)

  test('is never opened by a process that does not serve it', () => {
    const away = owner() === cells.c01 ? cells.c02 : cells.c01
    const { tenants } = away.services
    expect(() => tenants.read(cells.accountid, () => 1)).toThrow('is served by another process')
    expect(tenants.look(cells.accountid, () => 'read on a connection of its own')).toContain('read')
  })

  test('is not committed to by a process that woke after it was passed by, whatever that one believes', async () => {
    const placed = cells.placed(cells.accountid)
    const believes = { cell: placed.cell, epoch: placed.epoch }
    const { services } = owner()
    const sleeper = openTenants({
      dataFolder: readFolder(),
      placement: { require: () => believes, isMine: () => true },
    })
    // As a fence that failed would let it: both hold the file open, under the same number.
    sleeper.read(cells.accountid, () => 1)
    await moveAccount(cells.platform.services, cells.accountid, placed.cell === 'c01' ? 'c02' : 'c01')
    expect(services.tenants.isMine(cells.accountid)).toBe(false)
    owner().services.tenants.read(cells.accountid, () => 1)
    await expect(sleeper.write(cells.accountid, SYSTEM, () => 1)).rejects.toThrow(
      'served by another process by now',
    )
    sleeper.closeAll()
  })

  test('whose placement is stale is not opened at all', () => {
    const tenants = openStale()
    expect(() => tenants.read(cells.otherid, () => 1)).toThrow(
      'its placement is stale: platform.sqlite says c09 (0)',
    )
  })

  const readFolder = () =>
    cells.c01.services.tenants.look(cells.accountid, (db) => {
      const owner = db.select({ id: tenant.owner_cell, epoch: tenant.owner_epoch }).from(tenant).get()
      return { id: '', epoch: 0, ...owner, path: data(), release() {} }
    })

  function openStale() {
    return openTenants({
      dataFolder: readFolder(),
      placement: { require: () => ({ cell: 'c09', epoch: 0 }), isMine: () => true },
    })
  }
})
