import { MailButton } from './frame.tsx'

type ReportMailProps = { title: string; about: string; days: string; filename: string; href: string }

export const ReportMail = ({ title, about, days, filename, href }: ReportMailProps) => (
  <>
    <p>
      <strong>{title}</strong>
      {days && `, ${days}`}
    </p>
    <p>{about}</p>
    <MailButton href={href}>Open the report</MailButton>
    <p>Attached: {filename}</p>
  </>
)
