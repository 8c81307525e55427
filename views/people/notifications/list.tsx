import {
  type NotificationFilter,
  type NotificationItem,
  NotificationLine,
} from '#views/layout/notifications.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { ExportMenu } from '#views/ui/export.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, FilterSelect, ListCount, ListRegion, Toggle } from '#views/ui/list.tsx'
import { Pager } from '#views/ui/pager.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'

type NotificationsProps = {
  title: string
  items: readonly NotificationItem[]
  total: number
  more?: boolean
  unread: number
  query: NotificationFilter
  url: string
  cansend: boolean
  canexport: boolean
}

const levels = [
  { value: 'info', label: 'Information' },
  { value: 'success', label: 'Success' },
  { value: 'warning', label: 'Warnings' },
  { value: 'error', label: 'Errors' },
]

const swap = { 'hx-swap': 'none' }

export function Notifications(props: NotificationsProps) {
  const { title, items, total, query, url, cansend } = props
  const narrowed = Boolean(query.unread || query.type)
  return (
    <>
      <PageTitle
        title={title}
        subtitle="What was told to you in this account."
        actions={<PageActions cansend={cansend} />}
      />
      <FilterBar url={url} region="allnotifications">
        <Toggle name="unread" label="Unread only" checked={query.unread} />
        <FilterSelect name="type" label="Every level" value={query.type} options={levels} />
      </FilterBar>
      <ListRegion id="allnotifications" refresh="notifications" url={url}>
        <ListHead {...props} />
        {items.length === 0 ? (
          <div className="table">
            <EmptyState
              icon="bell"
              text={narrowed ? 'No notification is like that.' : 'No notifications'}
              hint={narrowed ? undefined : 'What concerns you shows here.'}
            />
          </div>
        ) : (
          <ul className="notifications all" data-rows="">
            {items.map((item) => (
              <NotificationLine key={item.id} {...item} swap={swap} within="all" />
            ))}
          </ul>
        )}
        <Pager
          total={total}
          skip={query.skip ?? 0}
          take={query.take ?? 50}
          url={url}
          region="allnotifications"
        />
      </ListRegion>
    </>
  )
}

const PageActions = ({ cansend }: { cansend: boolean }) => (
  <>
    <LinkButton icon="settings" href="/account/profile?tab=preferences">
      By mail
    </LinkButton>
    {cansend && (
      <LinkButton look="primary" icon="message" data-shortcut="new" {...dialogLink('/notifications/new')}>
        Send
      </LinkButton>
    )}
  </>
)

const ListHead = ({ total, more, unread, url, canexport }: NotificationsProps) => (
  <div className="listhead">
    <ListCount total={total} more={more} noun="notification" />
    <div className="buttons">
      {canexport && total > 0 && <ExportMenu id="export-notifications" url={url} />}
      {unread > 0 && (
        <Button small icon="check" hx-patch="/notifications" {...swap}>
          Mark all as read
        </Button>
      )}
      {total > 0 && (
        <Button
          small
          icon="trash"
          hx-delete="/notifications"
          {...confirmFirst({
            question: 'Delete all your notifications in this account? They cannot be brought back.',
            yes: 'Delete all',
            danger: true,
          })}
          {...swap}
        >
          Clear all
        </Button>
      )}
    </div>
  </div>
)
