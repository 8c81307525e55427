import { choiceSetting, setting, WrongSetting, wholeNumberSetting } from '../setting-kinds.ts'

const cellRoles = ['all', 'platform', 'cell'] as const

/** The process that signs people in, runs the back office and does what is nobody's account. */
export const PLATFORM_CELL = 'c00'

const CELL_ID = /^c\d{2}$/

/** @throws WrongSetting for c00 too */
export function readCellId(given: string, from: string): string {
  if (CELL_ID.test(given) && given !== PLATFORM_CELL) return given
  throw new WrongSetting(
    `${from} must be the name of a cell from c01 to c99, not "${given}".${given === PLATFORM_CELL ? ' c00 is the platform: start it with --role platform.' : ''}`,
  )
}

export const cellName = (number: number) => `c${String(number).padStart(2, '0')}`

export const cellSettings = {
  role: choiceSetting(
    '--role',
    cellRoles,
    'What this process does: all by itself, or as one of several on the same folder: platform, or cell with --id.',
  ),
  cellid: setting('--id', '', 'Which cell this is, from c01 to c99, with --role cell.', (given, from) =>
    given ? readCellId(given, from) : '',
  ),
  cells: wholeNumberSetting(
    '--cells',
    0,
    [0, 64],
    'Serve by so many processes that share the accounts, behind a proxy that this process is: one for each core. 0: by this process alone.',
  ),
}

/** The platform's, and the ones after it: they are given to all processes by one setting. */
export const metricsPort = (port: number, cell: string) => port && port + Number(cell.slice(1))

/** With which a process is told that it is this cell. */
export const roleFlags = (cell: string) =>
  cell === PLATFORM_CELL ? ['--role', 'platform'] : ['--role', 'cell', '--id', cell]

type Given = { role: (typeof cellRoles)[number]; cellid: string; cells: number; singleaccount: boolean }

/** @throws WrongSetting */
export function checkCells({ role, cellid, cells, singleaccount }: Given) {
  if (role === 'cell' && !cellid)
    throw new WrongSetting('--role cell needs --id: which cell this is, such as c01.')
  if (role !== 'cell' && cellid) throw new WrongSetting('--id is for --role cell alone.')
  if (role !== 'all' && cells > 0)
    throw new WrongSetting('--cells starts all processes by itself: leave --role out.')
  if (singleaccount && (role !== 'all' || cells > 0))
    throw new WrongSetting('One account is served by one process: leave --cells and --role out.')
}
