import { Button, IconButton, LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { intoDialog } from '#views/ui/links.ts'
import { Menu, MenuItem, MenuLine } from '#views/ui/menu.tsx'
import { Chip, EmptyState, type Level, levelIcon } from '#views/ui/small.tsx'

export type NotificationFilter = {
  show?: 'inbox' | 'snoozed' | 'done' | 'all'
  unread?: boolean
  type?: string
  skip?: number
  take?: number
}

export type NotificationItem = {
  id: string
  type: Level
  message: string
  words?: string
  leads?: boolean
  dateutc: string
  readutc?: string | null
  doneutc?: string | null
  /** When it comes back, while it is snoozed. */
  until?: string
  /** The job that it is about, and whether that is muted. */
  jobid?: string | null
  muted?: boolean
  /** Who gave it to whom, the first first. */
  trail?: readonly { from: string; to: string; dateutc: string }[]
  canassign?: boolean
}

type Swap = { 'hx-target'?: string; 'hx-swap': string }

const swap: Swap = { 'hx-target': '#notificationlist', 'hx-swap': 'innerMorph' }

export function NotificationItems({ items, zone }: { items: readonly NotificationItem[]; zone: string }) {
  return (
    <>
      <div className="buttons end">
        {items.some(({ readutc }) => !readutc) && (
          <Button small look="quiet" icon="check" hx-patch="/notifications" {...swap}>
            Mark all as read
          </Button>
        )}
        <LinkButton small look="quiet" icon="inbox" href="/notifications/all">
          All notifications
        </LinkButton>
      </div>
      {items.length === 0 && (
        <EmptyState icon="inbox" text="Nothing is left to do here" hint="What concerns you shows here." />
      )}
      <ul className="notifications">
        {items.map((item) => (
          <NotificationLine key={item.id} {...item} zone={zone} swap={swap} />
        ))}
      </ul>
    </>
  )
}

type LineProps = NotificationItem & { zone: string; swap: Swap; within?: string }

export function NotificationLine(item: LineProps) {
  const {
    id,
    type,
    message,
    words,
    leads,
    dateutc,
    readutc,
    doneutc,
    until,
    swap,
    zone,
    within = 'drawer',
  } = item
  const url = `/notifications/${id}`
  return (
    <li id={`${within}-${id}`} tabIndex={-1} className={readutc || doneutc ? type : `${type} unread`}>
      <Icon name={levelIcon[type]} />
      <div>
        <p>
          <span className="unseen">{readutc || doneutc ? `${type}: ` : `Unread ${type}: `}</span>
          {leads ? <a href={`${url}/open`}>{message}</a> : message}
        </p>
        <DateTime iso={dateutc} zone={zone} relative /> {words && <Chip>{words}</Chip>}
        {item.muted && <Chip>Muted job</Chip>}
        {until && (
          <p className="aside">
            Comes back <DateTime iso={until} zone={zone} />
          </p>
        )}
        {item.trail?.map(({ from, to, dateutc: when }) => (
          <p className="aside" key={when}>
            {from} assigned this to {to}, <DateTime iso={when} zone={zone} relative />
          </p>
        ))}
      </div>
      {doneutc || until ? (
        <IconButton
          icon="inbox"
          label="Back to the inbox"
          data-key="e"
          hx-patch={`${url}?done=false`}
          {...swap}
        />
      ) : (
        <>
          <IconButton icon="check" label="Done" data-key="e" hx-patch={`${url}?done=true`} {...swap} />
          <IconButton icon="clock" label="Snooze" data-key="h" hx-get={`${url}/snooze`} {...intoDialog} />
        </>
      )}
      <LineMenu {...item} within={within} />
    </li>
  )
}

function LineMenu({ id, readutc, doneutc, jobid, muted, canassign, swap, within }: LineProps) {
  const url = `/notifications/${id}`
  const mute = { [muted ? 'hx-delete' : 'hx-post']: `/notifications/jobs/${jobid}/mute`, ...swap }
  return (
    <Menu id={`${within}-more-${id}`} label="More">
      {canassign && (
        <MenuItem icon="user-plus" script={{ 'hx-get': `${url}/assign`, ...intoDialog }}>
          Assign to a colleague
        </MenuItem>
      )}
      {!doneutc && (
        <MenuItem
          icon={readutc ? 'mail' : 'eye'}
          script={{ 'hx-patch': `${url}?read=${readutc ? 'false' : 'true'}`, ...swap }}
        >
          {readutc ? 'Mark as unread' : 'Mark as read'}
        </MenuItem>
      )}
      {jobid && (
        <MenuItem icon={muted ? 'bell' : 'bell-off'} script={mute}>
          {muted ? 'Unmute this job' : 'Mute this job'}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem
        icon="trash"
        danger
        script={{
          'hx-delete': url,
          ...swap,
          ...confirmFirst({
            question: 'Delete this notification? It cannot be brought back.',
            yes: 'Delete',
            danger: true,
          }),
        }}
      >
        Delete
      </MenuItem>
    </Menu>
  )
}
