import { readSetting } from '#db/queries/settings.ts'
import type { TenantDb } from '#db/types.ts'

/** Minutes; 0 charges time as it was worked. */
export const timeRoundings = ['0', '5', '6', '10', '15', '30', '60'] as const

export type TimeRounding = (typeof timeRoundings)[number]

export const readTimeRounding = (db: TenantDb): TimeRounding =>
  timeRoundings.find((step) => step === readSetting<string>(db, 'timerounding')) ?? '0'
