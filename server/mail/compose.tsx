import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { defaults } from '#server/resources.ts'
import { MailFrame } from '#views/mails/frame.tsx'

export function composeMail(subject: string, body: ReactElement) {
  const html = renderToStaticMarkup(
    <MailFrame appname={defaults.appname ?? ''} subject={subject}>
      {body}
    </MailFrame>,
  )
  return { subject, html: `<!doctype html>${html}`, text: toPlainText(renderToStaticMarkup(body)) }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

const toPlainText = (html: string) =>
  html
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, href: string, words: string) =>
      words === href ? href : `${words}: ${href}`,
    )
    .replace(/<\/(p|h1|h2|li|tr|div)>|<br\/?>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] as string)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
