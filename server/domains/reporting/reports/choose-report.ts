import { findNameById } from '#db/queries/names.ts'
import { categories, clients, inventory, organisations, suppliers, workers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { fillParameters, permitReport } from './permit-report.ts'
import type { ReportParameters } from './report.ts'
import { reportByName } from './reports.ts'
import { nameCharged } from './sales.ts'

type Asked = Parameters<typeof fillParameters>[2]

/** @throws 403, 404, 400 by field */
export function chooseReport(c: Context, name: string, asked: Asked) {
  return c.read((db, viewer) => {
    const report = permitReport(name, c, viewer)
    return { report, parameters: fillParameters(db, report, asked) }
  })
}

/** As `chooseReport`, but days that do not fit are shown as they were asked for, with what is wrong. @throws 403, 404 */
export function chooseOrSay(
  c: Context,
  name: string,
  asked: Asked,
): ReturnType<typeof chooseReport> & { problem?: string } {
  try {
    return chooseReport(c, name, asked)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error
    const { start, end, date } = asked
    const parameters = c.read((db) => fillParameters(db, reportByName(name)!, {}))
    const days = Object.fromEntries(Object.entries({ start, end, date }).filter(([, day]) => day))
    return { report: reportByName(name)!, parameters: { ...parameters, ...days }, problem: error.message }
  }
}

const NONE = { client: 'Cash sale', item: 'Lines without an item', category: 'Without a category' }

/** The names of what the rows are narrowed to. */
export function describeNarrowing(
  db: TenantDb,
  { client, item, category, supplier, worker, organisation, charged }: ReportParameters,
): string[] {
  return [
    client && (client === 'none' ? NONE.client : findNameById(db, clients, client)),
    item && (item === 'none' ? NONE.item : findNameById(db, inventory, item)),
    supplier && findNameById(db, suppliers, supplier),
    worker && findNameById(db, workers, worker),
    organisation && findNameById(db, organisations, organisation),
    charged && nameCharged(charged),
    category && (category === 'none' ? NONE.category : findNameById(db, categories, category)),
  ].filter((name) => typeof name === 'string')
}
