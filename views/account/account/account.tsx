import { Button, LinkButton } from '#views/ui/button.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { DescriptionList, Panel } from '#views/ui/panel.tsx'
import { Chip, Skeleton } from '#views/ui/small.tsx'
import { type Tab, Tabs } from '#views/ui/tabs.tsx'
import { type AccountView, Configuration } from './configuration.tsx'
import { Invitations, type ShownInvitation } from './invitations.tsx'
import { SeatsPanel, type SeatsProps } from './seats.tsx'
import type { WaitingMailsProps } from './waiting-mails.tsx'

type Membership = { id: string; name: string; hide: boolean }

type AccountProps = {
  name: string
  roles: readonly string[]
  account?: AccountView
  testto: string
  mailwaits: boolean
  platformsends: boolean
  waiting: WaitingMailsProps
  seats?: SeatsProps
  invitations: readonly ShownInvitation[]
  mine: readonly Membership[]
  current: string
  tab?: string
}

export function Account(props: AccountProps) {
  const { name, roles, tab } = props
  const tabs = accountTabs(props).map((one) => ({ ...one, selected: one.id === tab }))
  return (
    <>
      <PageTitle
        title="Account details"
        subtitle={name}
        actions={
          <>
            {props.account && (
              <LinkButton icon="download" href="/account/backup">
                Backup
              </LinkButton>
            )}
            <LinkButton icon="plus" href="/account/create">
              New account
            </LinkButton>
          </>
        }
      />
      {tabs.length > 0 ? (
        <Tabs label="Account" tabs={tabs} />
      ) : (
        <>
          <Panel>
            <DescriptionList
              facts={[
                { label: 'Account', value: name },
                { label: 'Your roles', value: roles.join(', ') || null },
              ]}
            />
          </Panel>
          <Memberships {...props} />
          <Invitations invitations={props.invitations} />
        </>
      )}
    </>
  )
}

function accountTabs(props: AccountProps): Tab[] {
  const { account, testto, mailwaits, platformsends, waiting, seats, mine, current, invitations } = props
  const tabs: (Tab | undefined)[] = [
    account && {
      id: 'subscription',
      label: 'Subscription',
      load: '/subscription/panel',
      panel: <Skeleton lines={5} />,
    },
    account && {
      id: 'configuration',
      label: 'Configuration',
      panel: <Configuration {...{ account, testto, mailwaits, platformsends, waiting }} />,
    },
    seats && {
      id: 'active',
      label: 'Active',
      count: seats.seats.length,
      panel: (
        <>
          <SeatsPanel {...seats} />
          <Memberships mine={mine} current={current} />
          <Invitations invitations={invitations} />
        </>
      ),
    },
  ]
  return tabs.filter((tab) => tab !== undefined)
}

type MembershipsProps = Pick<AccountProps, 'mine' | 'current'>

export function Memberships({ mine, current }: MembershipsProps) {
  return (
    <section id="memberships" className="panel">
      <header>
        <h2>Accounts you belong to</h2>
      </header>
      <ul className="people">
        {mine.map(({ id, name, hide }) => (
          <li key={id}>
            <span>
              {name} {id === current && <Chip level="info">Open</Chip>}{' '}
              {hide ? <Chip>Hidden from the selector</Chip> : null}
            </span>
            {id !== current && (
              <form method="post" action="/api/account/switch" data-account-switch="">
                <Button type="submit" small name="id" value={id} data-account={name}>
                  Switch
                </Button>
              </form>
            )}
            {mine.length > 1 && (
              <Button
                small
                look="quiet"
                icon={hide ? 'eye' : 'eye-off'}
                hx-post={`/account/memberships/${id}/${hide ? 'show' : 'hide'}`}
                hx-target="#memberships"
                hx-swap="outerMorph"
              >
                {hide ? 'Show' : 'Hide'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
