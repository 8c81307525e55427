import type { TenantDb } from '#db/types.ts'
import { nothing, says } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { changePreferences } from '#server/preferences/change-preferences.ts'
import { expectDigest } from '#server/preferences/expect-digest.ts'
import { mailableOptions } from '#server/preferences/notification-codes.ts'
import { preferencesOf } from '#server/preferences/preferences-of.ts'
import type { Services } from '#server/services.ts'
import { zoneOf } from '#server/zone.ts'
import { NotificationWishes } from '#views/people/notifications/preferences.tsx'
import { Wishes } from './input.ts'

/** The part of the profile page that says what comes by mail, and when. */
export function notificationWishes(db: TenantDb, userid: string, email: string) {
  const wishes = preferencesOf(db, userid)
  return (
    <NotificationWishes
      email={email}
      zone={zoneOf(db)}
      sorts={mailableOptions}
      mail={wishes['notifications.mail']}
      digest={wishes['notifications.digest']}
      digesthour={wishes['notifications.digesthour']}
    />
  )
}

export const notificationWishesPages = (services: Services): Route[] => [
  page('PATCH /notifications/preferences', { claim: 'seat', evenexpired: true, body: Wishes }, async (c) => {
    const { mail, digest = false, digesthour } = c.body
    await expectDigest(services, c.person.accountid)
    await c.write((tx) =>
      changePreferences(tx, c.person.userid, {
        'notifications.mail': [mail ?? []].flat().filter(Boolean),
        'notifications.digest': digest,
        ...(digesthour === undefined ? {} : { 'notifications.digesthour': digesthour }),
      }),
    )
    return nothing(says('Your wishes are saved'))
  }),
]
