import { ErrorContent } from '#views/layout/errorpage.tsx'

type ElsewhereProps = { title: string; text: string; way: { href: string; label: string } }

export const NoticePage = (props: ElsewhereProps) => <ErrorContent icon="info" {...props} />
