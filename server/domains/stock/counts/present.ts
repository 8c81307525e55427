import type { CountSheetRow } from '#db/queries/stock/sheets.ts'
import { toDecimal, toRand } from '#server/money/decimal.ts'
import type { CountSheet, SheetLine } from './sheets.ts'

const units = (millionths: number | null) => (millionths === null ? null : toDecimal(millionths, 'quantity'))

/**
 * While a blind sheet is counted, nobody is told what the books say; who may not book is told once nothing of it has to
 * be counted again.
 */
export const isHidden = (
  { blind, state }: Pick<CountSheet, 'blind' | 'state'>,
  lines: readonly Pick<SheetLine, 'torecount'>[],
  canadjust: boolean,
) =>
  blind &&
  (state === 'counting' || (state === 'review' && !canadjust && lines.some(({ torecount }) => torecount)))

export const presentSheetRow = ({ createdutc, ...row }: CountSheetRow) => ({ ...row, created: createdutc })

export const presentSheet = (
  sheet: CountSheet,
  lines: readonly SheetLine[],
  { money, canadjust }: { money: boolean; canadjust: boolean },
) => ({
  id: sheet.id,
  version: sheet.version,
  number: sheet.number,
  name: sheet.name,
  state: sheet.state,
  blind: sheet.blind,
  tolerance: sheet.tolerance === null ? null : toDecimal(sheet.tolerance, 'percent'),
  toleranceamount: sheet.tolerancecents === null ? null : toRand(sheet.tolerancecents),
  lines: lines.map((line) => ({
    id: line.id,
    inventoryid: line.inventoryid,
    code: line.code,
    name: line.name,
    unit: line.unit,
    storage: line.storageid ? { id: line.storageid, name: line.place ?? '' } : null,
    counted: units(line.counted),
    user: line.user,
    ...(isHidden(sheet, lines, canadjust)
      ? {}
      : {
          expected: units(line.expected),
          difference: units(line.difference),
          recount: line.torecount,
          firstcounted: units(line.firstcounted),
          ...(money && line.difference !== null ? { worth: toRand(line.worth) } : {}),
        }),
  })),
})
