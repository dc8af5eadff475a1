// A report in a browser: its own scripts run, and nothing that anything in it says does.
import { pathToFileURL } from 'node:url';

export default async (session, { report }) => {
  await session.launch();
  const page = await session.browser.newPage();
  session.page = page;
  const requests = [];
  page.on('console', message => session.said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', error => session.said.push(`error: ${error.message}`));
  page.on('requestfinished', request => requests.push(request.url()));
  await page.goto(pathToFileURL(report).href);
  await session.holds('a player that tells its frame', () => Boolean(document.querySelector('.player .frame')?.textContent));
  const style = await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--left').trim());
  const before = { said: [...session.said], ran: await page.evaluate(() => window.ran ?? null) };
  // What markup could do that came in all the same.
  const ran = await page.evaluate(() => new Promise(resolve => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = 1';
    document.body.append(script);
    const picture = document.createElement('div');
    document.body.append(picture);
    picture.innerHTML = '<img src="http://127.0.0.1:9/x.png" onerror="window.ran = 2">';
    picture.firstChild.addEventListener('error', () => resolve(window.ran ?? null));
  }));
  return { ...before, style, requests, after: ran };
};
