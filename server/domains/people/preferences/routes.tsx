import { PreferencesForm } from '#server/domains/people/notifications/input.ts'
import { t } from '#server/http/fields.ts'
import { noSwapReply, snackbarHeaders } from '#server/http/reply.ts'
import { api, asyncAction, type Route } from '#server/http/route.ts'
import { changePreferences } from '#server/preferences/change-preferences.ts'
import { isDigestPreference } from '#server/preferences/plan-digest.ts'
import { readPreferences } from '#server/preferences/read-preferences.ts'
import { scheduleAccountDigest } from '#server/preferences/schedule-account-digest.ts'

const scalar = () => t.Union([t.Null(), t.Boolean(), t.Number(), t.String({ maxLength: 500 })])
const Preferences = t.Record(
  t.String({ maxLength: 60 }),
  t.Union([scalar(), t.Array(t.String({ maxLength: 100 }), { maxItems: 100 })]),
)

export const preferencesRoutes: Route[] = [
  api(
    'GET /api/preferences',
    { claim: 'seat', summary: 'What I have chosen for myself in this account.' },
    (c) => c.read((db) => readPreferences(db, c.person.userid)),
  ),

  ...asyncAction(
    { api: 'PATCH /api/preferences', page: 'PATCH /notifications/preferences' },
    {
      claim: 'seat',
      body: Preferences,
      form: {
        body: PreferencesForm,
        input: ({ body: { mail, digest = false, digesthour } }) => ({
          body: {
            'notifications.mail': [mail ?? []].flat().filter(Boolean),
            'notifications.digest': digest,
            ...(digesthour === undefined ? {} : { 'notifications.digesthour': digesthour }),
          },
        }),
      },
      evenexpired: true,
      summary: 'Changes some of them; null resets one.',
    },
    async (c) => {
      if (Object.keys(c.body).some(isDigestPreference))
        await scheduleAccountDigest(c.services, c.person.accountid)
      return c.write((tx) => changePreferences(tx, c.person.userid, c.body))
    },
    () => noSwapReply(snackbarHeaders('Your wishes are saved')),
  ),
]
