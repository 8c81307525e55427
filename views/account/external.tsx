import { IconButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { Panel } from '#views/ui/panel.tsx'

type Linked = { id: string; name: string; email: string; lastusedutc: string }

/** The person's sign-ins elsewhere. A new one is linked by signing in with it once. */
export function ExternalSignIns({
  linked,
  offered,
  zone,
}: {
  linked: readonly Linked[]
  offered: readonly string[]
  zone: string
}) {
  return (
    <div id="external">
      {(linked.length > 0 || offered.length > 0) && (
        <Panel title="Sign-in with other accounts">
          {linked.length === 0 ? (
            <p className="hint">
              None yet. Sign in with {offered.join(' or ')} once, with the same e-mail address, and it is
              linked.
            </p>
          ) : (
            <ul className="plainlist">
              {linked.map(({ id, name, email, lastusedutc }) => (
                <li key={id}>
                  <span>
                    <strong>{name}</strong> {email}
                    <small>
                      Last used <DateTime iso={lastusedutc} zone={zone} />
                    </small>
                  </span>
                  <IconButton
                    icon="trash"
                    label={`Take the ${name} sign-in off`}
                    hx-delete={`/account/external/${id}`}
                    hx-target="#external"
                    hx-swap="outerHTML"
                    hx-confirm={`Take the ${name} sign-in ${email} off? You then sign in with your password.`}
                  />
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
    </div>
  )
}
