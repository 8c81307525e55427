import { t } from '#server/http/fields.ts'
import { api, type Route } from '#server/http/route.ts'
import { changePreferences } from '#server/preferences/change-preferences.ts'
import { expectDigest } from '#server/preferences/expect-digest.ts'
import { isOfDigest } from '#server/preferences/plan-digest.ts'
import { preferencesOf } from '#server/preferences/preferences-of.ts'
import type { Services } from '#server/services.ts'

const scalar = () => t.Union([t.Null(), t.Boolean(), t.Number(), t.String({ maxLength: 500 })])
const Wanted = t.Record(
  t.String({ maxLength: 60 }),
  t.Union([scalar(), t.Array(t.String({ maxLength: 100 }), { maxItems: 100 })]),
)

export const preferencesApi = (services: Services): Route[] => [
  api(
    'GET /api/preferences',
    { claim: 'seat', summary: 'What I have chosen for myself in this account.' },
    (c) => c.read((db) => preferencesOf(db, c.person.userid)),
  ),

  api(
    'PATCH /api/preferences',
    { claim: 'seat', body: Wanted, evenexpired: true, summary: 'Changes some of them; null resets one.' },
    async (c) => {
      if (Object.keys(c.body).some(isOfDigest)) await expectDigest(services, c.person.accountid)
      return c.write((tx) => changePreferences(tx, c.person.userid, c.body))
    },
  ),
]
