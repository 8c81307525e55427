import { findSession } from '#db/queries/platform/sessions.ts'
import type { Claim } from '#server/access/claims.ts'
import { viewerFor } from '#server/access/viewer.ts'
import { forbidden, Problem } from '#server/errors.ts'
import { readPerson } from '#server/http/authenticate.ts'
import type { PublicContext } from '#server/http/context.ts'
import { choice, object, t } from '#server/http/fields.ts'
import { publicApi, type Route } from '#server/http/route.ts'
import { ByName, reportQuery } from './input.ts'
import { fillParameters, permitReport } from './permit-report.ts'
import { reportFile } from './report-file.ts'

/** Whose token it is, with the rights that they have now, in the account that it was made for. @throws 401, 403 */
async function readTokenPerson({ services }: PublicContext, token: string) {
  const bearer = await services.bearer.reports.read(token)
  if (!bearer)
    throw new Problem(401, 'This token is wrong or has ended. Ask for another one.', { code: 'reporttoken' })
  const person = readPerson(
    services,
    services.platform.read((db) => findSession(db, bearer.sid)),
  )
  // The session may have moved on to another account.
  if (person.userid !== bearer.sub || person.accountid !== bearer.acc) throw forbidden()
  // All rows as data are a file, whoever fetches it.
  if (!person.claims.has('reports.read') || !person.claims.has('records.export')) throw forbidden()
  return person
}

export const reportDataApi: Route[] = [
  publicApi(
    'GET /reporting/data/:report',
    {
      params: ByName,
      query: object({
        ...reportQuery,
        token: t.String({ maxLength: 2_000 }),
        format: t.Optional(choice('json', 'csv')),
      }),
      summary:
        'All rows of a report for another program, by a token of /api/users/reporting/token: JSON, or CSV with commas and points.',
    },
    async (c) => {
      const person = await readTokenPerson(c, c.query.token)
      const can = (claim: Claim) => person.claims.has(claim)
      const { tenants } = c.services
      const { report, parameters } = tenants.read(person.accountid, (db) => {
        const found = permitReport(c.params.report, { can }, viewerFor(db, person))
        return { report: found, parameters: fillParameters(db, found, c.query) }
      })
      const format = c.query.format === 'csv' ? 'plaincsv' : 'json'
      return reportFile({ ...c, person }, report, parameters, format)
    },
  ),
]
