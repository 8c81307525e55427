import type { TenantDb } from '#db/types.ts'
import { mailableOptions } from '#server/preferences/notification-codes.ts'
import { readPreferences } from '#server/preferences/read-preferences.ts'
import { readZone } from '#server/zone.ts'
import { NotificationPreferences } from '#views/people/notifications/preferences.tsx'

export function notificationPreferences(db: TenantDb, userid: string, email: string) {
  const preferences = readPreferences(db, userid)
  return (
    <NotificationPreferences
      email={email}
      zone={readZone(db)}
      sorts={mailableOptions}
      mail={preferences['notifications.mail']}
      digest={preferences['notifications.digest']}
      digesthour={preferences['notifications.digesthour']}
    />
  )
}
