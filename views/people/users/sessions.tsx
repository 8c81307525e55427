import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { describeDevice } from './device.ts'

export type SessionLine = {
  id: string
  agent: string
  address: string
  seenutc: string
  account: string | null
}

type SessionsProps = {
  sessions: readonly SessionLine[]
  /** The session that looks at this, which is never ended from here. */
  own?: string
  /** Where all others end (POST), and one alone (DELETE with its id). */
  url: string
  zone: string
  /** Names the account of each session, for somebody with several. */
  accounts?: boolean
  everywhere: string
}

export function Sessions({ sessions, own, url, zone, accounts, everywhere }: SessionsProps) {
  const swap = { 'hx-target': '#sessions', 'hx-swap': 'outerHTML' }
  const others = sessions.some(({ id }) => id !== own)
  return (
    <div id="sessions" data-noguard="">
      {sessions.length === 0 && <EmptyState icon="lock" text="Signed in nowhere at the moment." />}
      <ul className="people">
        {sessions.map(({ id, agent, address, seenutc, account }) => (
          <li key={id}>
            <Icon name="monitor" />
            <span>
              {describeDevice(agent)} {id === own && <Chip level="success">This one</Chip>}
              <small>
                {[address, accounts && account].filter(Boolean).join(' · ')}
                {(address || (accounts && account)) && ' · '}
                <DateTime iso={seenutc} zone={zone} relative />
              </small>
            </span>
            {id !== own && (
              <Button small look="quiet" hx-delete={`${url}/${id}`} {...swap}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others && (
        <Button icon="log-out" hx-post={url} {...swap}>
          {everywhere}
        </Button>
      )}
    </div>
  )
}
