import { ErrorContent } from '#views/layout/errorpage.tsx'

type ElsewhereProps = { title: string; text: string; way: { href: string; label: string } }

/** A public page that says one thing and shows the way on. */
export const Elsewhere = (props: ElsewhereProps) => <ErrorContent icon="info" {...props} />
