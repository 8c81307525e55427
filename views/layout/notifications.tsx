import { Button, IconButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { EmptyState, type Level, levelIcon } from '#views/ui/small.tsx'

export type NotificationItem = {
  id: string
  type: Level
  message: string
  dateutc: string
  readutc?: string | null
}

/** What the bell's drawer loads from `/notifications`: newest first, each to mark as read or delete. */
export function NotificationList({ items }: { items: readonly NotificationItem[] }) {
  if (items.length === 0)
    return <EmptyState icon="bell" text="No notifications" hint="What concerns you shows here." />
  return (
    <>
      <div className="buttons end">
        <Button small look="quiet" hx-delete="/notifications" {...swap}>
          Clear all
        </Button>
      </div>
      <ul className="notifications">{items.map(notification)}</ul>
    </>
  )
}

const swap = { 'hx-target': '#notificationlist', 'hx-swap': 'innerMorph' }

function notification({ id, type, message, dateutc, readutc }: NotificationItem) {
  return (
    <li key={id} id={`notification-${id}`} className={readutc ? type : `${type} unread`}>
      <Icon name={levelIcon[type]} />
      <div>
        <p>{message}</p>
        <DateTime iso={dateutc} relative />
      </div>
      {!readutc && (
        <IconButton icon="check" label="Mark as read" hx-patch={`/notifications/${id}`} {...swap} />
      )}
      <IconButton icon="x" label="Delete" hx-delete={`/notifications/${id}`} {...swap} />
    </li>
  )
}
