import { Button, IconButton, LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { Chip, EmptyState, type Level, levelIcon } from '#views/ui/small.tsx'

export type NotificationFilter = { unread?: boolean; type?: string; skip?: number; take?: number }

export type NotificationItem = {
  id: string
  type: Level
  message: string
  words?: string
  leads?: boolean
  dateutc: string
  readutc?: string | null
}

type Swap = { 'hx-target'?: string; 'hx-swap': string }

const swap: Swap = { 'hx-target': '#notificationlist', 'hx-swap': 'innerMorph' }

export function NotificationItems({ items }: { items: readonly NotificationItem[] }) {
  return (
    <>
      <div className="buttons end">
        {items.some(({ readutc }) => !readutc) && (
          <Button small look="quiet" icon="check" hx-patch="/notifications" {...swap}>
            Mark all as read
          </Button>
        )}
        <LinkButton small look="quiet" href="/notifications/all">
          All notifications
        </LinkButton>
      </div>
      {items.length === 0 && (
        <EmptyState icon="bell" text="No notifications" hint="What concerns you shows here." />
      )}
      <ul className="notifications">
        {items.map((item) => (
          <NotificationLine key={item.id} {...item} swap={swap} />
        ))}
      </ul>
    </>
  )
}

export function NotificationLine(item: NotificationItem & { swap: Swap; within?: string }) {
  const { id, type, message, words, leads, dateutc, readutc, swap, within = 'drawer' } = item
  return (
    <li id={`${within}-${id}`} tabIndex={-1} className={readutc ? type : `${type} unread`}>
      <Icon name={levelIcon[type]} />
      <div>
        <p>
          <span className="unseen">{readutc ? `${type}: ` : `Unread ${type}: `}</span>
          {leads ? <a href={`/notifications/${id}/open`}>{message}</a> : message}
        </p>
        <DateTime iso={dateutc} relative /> {words && <Chip>{words}</Chip>}
      </div>
      {readutc ? (
        <IconButton icon="mail" label="Mark as unread" hx-patch={`/notifications/${id}?unread=1`} {...swap} />
      ) : (
        <IconButton icon="check" label="Mark as read" hx-patch={`/notifications/${id}`} {...swap} />
      )}
      <IconButton icon="x" label="Delete" hx-delete={`/notifications/${id}`} {...swap} />
    </li>
  )
}
