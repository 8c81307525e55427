import { readSetting } from '#db/queries/settings.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { nextReference, readReferencePrefix } from '#server/domains/work/jobs/references.ts'
import { readStepOrder, type StepOrderRule } from '#server/domains/work/jobsteps/step-actions.ts'
import { readTimeRounding, type TimeRounding } from '#server/domains/work/timesheet/rounding.ts'
import { invalid } from '#server/errors.ts'
import { asCents, asPercent, type Cents, hundredPercent, type Percent } from '#server/money/decimal.ts'
import { changeSettings, settingsVersion } from '#server/settings.ts'
import { parseDaysOff, readWorkingTimeSettings } from '#server/working-time.ts'
import { isZone, readZone } from '#server/zone.ts'
import { ZONE_CHANGED } from '#server/zone-changed.ts'
import { formatPercent, formatRand } from '#views/format.ts'

const WORKING_TIME = ['workingminutes', 'workingdays', 'holidays', 'daysoff'] as const
const TOLERANCE = ['pricetolerance', 'pricetoleranceamount'] as const
const KEYS = [
  'prefix',
  'zone',
  'negativestock',
  'steporder',
  'timerounding',
  ...TOLERANCE,
  ...WORKING_TIME,
] as const

/** Warn: a movement below zero is told. Block: it is refused (decision D2). */
type NegativeStock = 'warn' | 'block'

type GeneralSettings = ReturnType<typeof readWorkingTimeSettings> & {
  prefix: string
  zone: string
  negativestock: NegativeStock
  steporder: StepOrderRule
  timerounding: TimeRounding
  /** By how much the invoice of a supplier may differ from its order: a percentage or an amount, whichever is more. */
  pricetolerance: Percent
  pricetoleranceamount: Cents
  nextreference: string
  version: number
}

export const readGeneral = (db: TenantDb): GeneralSettings => ({
  prefix: readReferencePrefix(db),
  zone: readZone(db),
  negativestock: readSetting<string>(db, 'negativestock') === 'block' ? 'block' : 'warn',
  steporder: readStepOrder(db),
  timerounding: readTimeRounding(db),
  pricetolerance: asPercent(readSetting<number>(db, 'pricetolerance') ?? 0),
  pricetoleranceamount: asCents(readSetting<number>(db, 'pricetoleranceamount') ?? 0),
  ...readWorkingTimeSettings(db),
  nextreference: nextReference(db),
  version: settingsVersion(db, KEYS),
})

type Change = Partial<Omit<GeneralSettings, 'nextreference'>>

/** The prefix is that of new jobs alone. @throws 400 by field, `VersionConflict` when somebody else saved first */
export function saveGeneral(
  tx: Tx,
  { prefix, zone, negativestock, steporder, timerounding, version, ...worked }: Change,
): GeneralSettings {
  const upper = prefix?.toUpperCase()
  if (upper !== undefined && !/^[A-Z0-9-]{0,10}$/.test(upper))
    throw invalid({ prefix: 'The prefix may have letters, digits and hyphens, ten of them at most.' })
  if (zone !== undefined && !isZone(zone)) throw invalid({ zone: 'This is not a time zone.' })
  checkWorkingTime(worked)
  checkTolerance(worked)
  changeSettings(
    tx,
    { prefix: upper, zone, negativestock, steporder, timerounding, ...worked },
    { version, words: formatSetting },
  )
  if (zone !== undefined) {
    // The hours of reports by mail are of that zone.
    tx.publish('RecordChanged', [{ table: 'reportschedules' }])
    tx.publish(ZONE_CHANGED, [])
  }
  return readGeneral(tx.db)
}

function checkWorkingTime({ workingminutes, daysoff }: Pick<Change, 'workingminutes' | 'daysoff'>) {
  if (workingminutes !== undefined && (workingminutes < 1 || workingminutes > DAY_MINUTES))
    throw invalid({ workingminutes: 'A working day has between a minute and 24 hours.' })
  if (daysoff !== undefined && !parseDaysOff(daysoff))
    throw invalid({ daysoff: 'Begin each line with a date, such as 2026-12-24 Closed.' })
}

function checkTolerance({ pricetolerance = asPercent(0), pricetoleranceamount = asCents(0) }: Change) {
  if (pricetolerance < 0 || BigInt(pricetolerance) > hundredPercent)
    throw invalid({ pricetolerance: 'The percentage must be between 0 and 100.' })
  if (pricetoleranceamount < 0) throw invalid({ pricetoleranceamount: 'The amount cannot be below zero.' })
}

const DAY_MINUTES = 24 * 60

const formatSetting = (key: string, value: unknown) =>
  key === 'pricetolerance'
    ? formatPercent(Number(value ?? 0))
    : key === 'pricetoleranceamount'
      ? formatRand(Number(value ?? 0))
      : key === 'negativestock'
        ? value === 'block'
          ? 'refused'
          : 'allowed with a warning'
        : String(value ?? '')
