// What comes into the page, and what leaves it.
import fs from 'node:fs';
import path from 'node:path';

export const scenarios = {
  // Files that belong together are let go at once.
  async together(session, { address, files }) {
    await session.open(address);
    await session.drop(files);
    return session.until('both', told => told.takes.length === 1 && told.takes[0].endsWith('.amc') && !told.loading);
  },

  async folder(session, { address, folder, count }) {
    await session.open(address);
    await session.drop([folder]);
    return session.until('the folder', told => told.folder?.takes === count && !told.folder.reading);
  },

  async address(session, { address, names }) {
    await session.open(`${address}?${names.map(name => `take=${encodeURIComponent(name)}`).join('&')}`);
    return session.until('the takes', told => told.takes.length === names.length && !told.loading);
  },

  // From a disk, where nothing else is to be had.
  async alone(session, { one }) {
    await session.open(`file://${one}`);
    const told = await session.until('the takes', told => told.takes.length > 0 && !told.loading);
    const outside = session.requests.filter(url => !/^(file|data|blob):/.test(url));
    return { told, outside, said: session.said };
  },

  async exported(session, { address, take }) {
    await session.open(address);
    await session.openTake(take);
    await session.keys('Control', 'KeyE');
    await session.until('the dialog', told => told.overlay === 'Export');
    await session.page.keyboard.press('Enter');
    const file = await session.download(() => true);
    return { name: path.basename(file), bytes: fs.readFileSync(file).toString('base64') };
  },

  async screenshot(session, { address, take }) {
    await session.open(address);
    await session.openTake(take);
    await session.command('Save screenshot');
    const file = await session.download(name => name.endsWith('.png'));
    return { name: path.basename(file), bytes: fs.readFileSync(file).toString('base64') };
  },

  // What shows after much was drawn part by part, and what does when all of it is drawn at once.
  async parts(session, { address, take }) {
    await session.open(address);
    await session.openTake(take);
    const { keyboard, mouse } = session.page;
    await keyboard.press('Space');
    await session.until('some frames', told => told.frame > 20);
    await keyboard.press('Space');
    const { frame } = await session.until('a pause', told => !told.playing);
    for (const x of [30, 300, 600, 900, 1250]) {
      for (const y of [12, 60, 400, 690, 780]) await mouse.move(x, y);
    }
    for (const open of [['F1'], ['Control', 'KeyP'], ['KeyM']]) {
      await session.keys(...open);
      await session.still();
      await keyboard.press('Escape');
      await session.still();
    }
    await mouse.move(640, 300);
    const parts = await session.still();
    await session.page.setViewport({ width: 1282, height: 800 });
    await session.still();
    await session.page.setViewport({ width: 1280, height: 800 });
    return { frame, parts, whole: await session.still() };
  },

  // One finger, then two that move apart.
  async fingers(session, { address, take }) {
    await session.open(address);
    const before = await session.openTake(take);
    const { touchscreen } = session.page;
    const finger = await touchscreen.touchStart(500, 400);
    for (let x = 510; x <= 600; x += 10) await finger.move(x, 400);
    await finger.end();
    const turned = await session.until('another side', told => told.yaw !== before.yaw);
    const fingers = [await touchscreen.touchStart(600, 400), await touchscreen.touchStart(680, 400)];
    // Two pictures, from one of which to the other they move.
    for (const apart of [0, 20, 40, 60, 80]) {
      await fingers[0].move(600 - apart, 400);
      await fingers[1].move(680 + apart, 400);
      await session.still();
    }
    for (const finger of fingers) await finger.end();
    return { before, turned, zoomed: await session.told() };
  },

  // Where there is no WebGL.
  async sentence(session, { address }) {
    session.started = () => session.holds('a sentence', () => !document.getElementById('word').hidden);
    await session.open(address);
    return session.page.evaluate(() => document.getElementById('word').textContent);
  },

  // A browser that cannot leave a task.
  async atOnce(session, { address, take }) {
    session.prepare = () => session.page.evaluateOnNewDocument(() => delete WebAssembly.Suspending);
    await session.open(address);
    return session.openTake(take);
  },

  // The picture of a video that shows at each of some frames.
  async video(session, { address, take, video, frames }) {
    await session.open(address);
    await session.openTake(take, video);
    await session.until('the video', told => told.video?.is_exact);
    const shown = [];
    for (const frame of frames) {
      await session.page.keyboard.press('KeyG');
      await session.until('a field', told => told.overlay === 'GoTo');
      await session.type(String(frame));
      await session.page.keyboard.press('Enter');
      const told = await session.until('its picture', told => told.frame === frame && told.video?.is_exact);
      shown.push(told.video.reds);
    }
    return shown;
  },

  // In browsers that let nobody drop files from outside.
  async bytes(session, { address, take }) {
    await session.open(address);
    await session.dropBytes([take]);
    await session.until('the take', told => told.takes.includes(path.basename(take)) && !told.loading);
    await session.page.keyboard.press('m');
    await session.type('seen there');
    await session.until('the note', told => told.review.note === 'seen there');
    await session.page.keyboard.press('Escape');
    await session.until('it to be saved', told => told.review['is saved']);
    await session.page.keyboard.press(' ');
    await session.until('playing', told => told.playing && told.frame > 5);
    return session.told();
  },
};

export default (session, given) => scenarios[given.scenario](session, given);
