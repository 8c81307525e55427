import { Button } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { Panel } from '#views/ui/panel.tsx'

type Linked = { id: string; name: string; email: string; lastusedutc: string }

type ExternalProps = {
  linked: readonly Linked[]
  offered: readonly string[]
  zone: string
}

/** The person's sign-ins elsewhere; nothing at all where none is set up. Swapped as a whole after each change. */
export const ExternalSignIns = ({ linked, offered, zone }: ExternalProps) => (
  <div id="external">
    {(linked.length > 0 || offered.length > 0) && (
      <Panel title="Sign-in with other accounts">
        {linked.length === 0 ? (
          <p className="hint">
            None yet. Sign in with {offered.join(' or ')} once, with the same e-mail address, and it is
            linked.
          </p>
        ) : (
          <LinkedList linked={linked} zone={zone} />
        )}
      </Panel>
    )}
  </div>
)

const LinkedList = ({ linked, zone }: Pick<ExternalProps, 'linked' | 'zone'>) => (
  <ul className="people">
    {linked.map(({ id, name, email, lastusedutc }) => (
      <li key={id}>
        <Icon name="key" />
        <span>
          {name}
          <small>
            {email}, last used <DateTime iso={lastusedutc} zone={zone} relative />
          </small>
        </span>
        <Button
          small
          look="quiet"
          hx-delete={`/account/external/${id}`}
          hx-target="#external"
          hx-swap="outerHTML"
          {...confirmFirst({
            question: `Take the ${name} sign-in of ${email} off? You then sign in with your password.`,
            yes: 'Take off',
            danger: true,
          })}
        >
          Take off
        </Button>
      </li>
    ))}
  </ul>
)
