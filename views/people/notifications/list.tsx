import { capitalise } from '#views/format.ts'
import {
  type NotificationFilter,
  type NotificationItem,
  NotificationLine,
} from '#views/layout/notifications.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { ExportMenu } from '#views/ui/export.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
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
  zone: string
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

type Shelf = NonNullable<NotificationFilter['show']>

const empty: Record<Shelf, { text: string; hint: string }> = {
  inbox: {
    text: 'Your inbox is empty',
    hint: 'What concerns you shows here. What is done stays under Done.',
  },
  snoozed: { text: 'Nothing is snoozed', hint: 'What you put off waits here until it comes back.' },
  done: { text: 'Nothing is done yet', hint: 'What you are done with is kept here.' },
  all: { text: 'No notifications', hint: 'What concerns you shows here.' },
}

const ShelfLinks = ({ current, url }: { current: Shelf; url: string }) => (
  <nav className="states" aria-label="Which notifications">
    {(['inbox', 'snoozed', 'done'] as const).map((show) => (
      <a
        key={show}
        aria-current={current === show ? 'true' : undefined}
        href={withQuery(url, { show: show === 'inbox' ? null : show, skip: null })}
      >
        {capitalise(show)}
      </a>
    ))}
  </nav>
)

export function Notifications(props: NotificationsProps) {
  const { title, items, total, query, url, cansend, zone } = props
  const narrowed = Boolean(query.unread || query.type)
  const show = query.show ?? 'inbox'
  return (
    <>
      <PageTitle
        title={title}
        subtitle="What was told to you in this account. The inbox holds what waits for you."
        actions={<PageActions cansend={cansend} />}
      />
      <ShelfLinks current={show} url={url} />
      <FilterBar url={url} region="allnotifications">
        {query.show && <input type="hidden" name="show" value={query.show} />}
        <Toggle name="unread" label="Unread only" checked={query.unread} />
        <FilterSelect name="type" label="Every level" value={query.type} options={levels} />
      </FilterBar>
      <ListRegion id="allnotifications" refresh="notifications" url={url}>
        <ListHead {...props} />
        {items.length === 0 ? (
          <div className="table">
            <EmptyState
              icon="inbox"
              text={narrowed ? 'No notification is like that.' : empty[show].text}
              hint={narrowed ? undefined : empty[show].hint}
            />
          </div>
        ) : (
          <ul className="notifications all" data-rows="">
            {items.map((item) => (
              <NotificationLine key={item.id} {...item} zone={zone} swap={swap} within="all" />
            ))}
          </ul>
        )}
        <Pager
          total={total}
          more={props.more}
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

const ListHead = ({ total, more, unread, url, query, canexport }: NotificationsProps) => (
  <div className="listhead">
    <ListCount total={total} more={more} noun="notification" />
    <div className="buttons">
      {canexport && total > 0 && <ExportMenu id="export-notifications" url={url} />}
      {unread > 0 && isInbox(query) && (
        <Button small icon="eye" hx-patch="/notifications" {...swap}>
          Mark all as read
        </Button>
      )}
      {total > 0 && isInbox(query) && (
        <Button small icon="check" hx-patch="/notifications?done=true" {...swap}>
          All done
        </Button>
      )}
      {total > 0 && (
        <Button
          small
          icon="trash"
          hx-delete="/notifications"
          {...confirmFirst({
            question:
              'Delete all your notifications in this account, also those that are snoozed or done? They cannot be brought back.',
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

/** All of it, for what is done with all. */
const isInbox = ({ show = 'inbox', unread, type }: NotificationFilter) => show === 'inbox' && !unread && !type
