// The player of a report: shows the motion of each take as a stick figure, to be looked at from all sides.
//
// The positions of a take are whole numbers of 16 bits within the box that it needs, three for each point, frame after
// frame, little-endian, in base64. They are decoded when a player comes into view for the first time.
"use strict";

/** The whole numbers of a point that is missing on a frame. */
const MISSING = 65535;

/** Positions in metres, Y up: x, y, z of each point, frame after frame. NaN where a point is missing. */
function decode(take) {
  const bytes = Uint8Array.from(atob(take.positions), (c) => c.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const places = new Float32Array(bytes.length / 2);
  for (let i = 0; i < places.length; i++) {
    const whole = view.getUint16(2 * i, true);
    places[i] = whole === MISSING ? NaN : take.low[i % 3] + whole * take.step[i % 3];
  }
  return places;
}

/** The last of some frames, in order, that is not after another one. */
function shownAt(frames, frame) {
  let low = 0;
  let high = frames.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (frames[middle] <= frame) low = middle;
    else high = middle - 1;
  }
  return low;
}

class Player {
  constructor(root) {
    this.root = root;
    this.canvas = root.querySelector("canvas");
    this.button = root.querySelector(".play");
    this.scrub = root.querySelector(".scrub");
    this.speed = root.querySelector(".speed");
    this.take = JSON.parse(root.querySelector("script").textContent);
    this.places = null;
    /** Which of the take's shown frames is there. */
    this.index = 0;
    /** When playing: the time of the last picture, and the frame of the take with its fraction. */
    this.last = null;
    this.frame = 0;
    this.pointers = new Map();
    this.resetCamera();
    this.listen();
    this.tell();
  }

  resetCamera() {
    this.camera = { ...this.take.camera };
  }

  listen() {
    this.button.addEventListener("click", () => this.toggle());
    this.scrub.addEventListener("input", () => {
      this.pause();
      this.show(Number(this.scrub.value));
    });
    this.root.addEventListener("keydown", (event) => this.key(event));
    const canvas = this.canvas;
    canvas.addEventListener("pointerdown", (event) => {
      this.root.focus({ preventScroll: true });
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    canvas.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    }
    // Who scrolls the page past the player does not zoom: it takes the wheel once it was clicked.
    canvas.addEventListener("wheel", (event) => {
      if (!this.root.contains(document.activeElement)) return;
      event.preventDefault();
      this.zoom(Math.exp(Math.sign(event.deltaY) * 0.12));
    }, { passive: false });
    canvas.addEventListener("dblclick", () => {
      this.resetCamera();
      this.draw();
    });
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /** Keys work wherever the focus is in the player; a list and a button keep theirs. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 10 : 1;
    const target = event.target;
    if (target === this.speed) return;
    if (event.key === " ") {
      if (target === this.button) return;
      this.toggle();
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      this.pause();
      this.show(this.index + (event.key === "ArrowLeft" ? -step : step));
    } else if (event.key === "Home" || event.key === "End") {
      this.pause();
      this.show(event.key === "Home" ? 0 : this.take.frames.length - 1);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** One pointer orbits; two orbit by their middle and zoom by their distance. */
  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const all = () => [...this.pointers.values()];
    const spread = () => {
      const [a, b] = all();
      return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
    };
    const wide = spread();
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    const turn = Math.PI / this.canvas.clientHeight / this.pointers.size;
    const camera = this.camera;
    camera.yaw -= (event.clientX - before[0]) * turn;
    camera.pitch += (event.clientY - before[1]) * turn;
    camera.pitch = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, camera.pitch));
    if (wide > 0 && spread() > 0) this.zoom(wide / spread());
    this.draw();
  }

  zoom(factor) {
    this.camera.distance = Math.max(0.05, Math.min(400, this.camera.distance * factor));
    this.draw();
  }

  toggle() {
    if (this.last === null) this.play();
    else this.pause();
  }

  play() {
    this.last = performance.now();
    const frames = this.take.frames;
    if (this.index === frames.length - 1) this.show(0);
    this.frame = frames[this.index];
    this.root.classList.add("playing");
    this.button.setAttribute("aria-label", "Pause");
    requestAnimationFrame((now) => this.tick(now));
  }

  pause() {
    this.last = null;
    this.root.classList.remove("playing");
    this.button.setAttribute("aria-label", "Play");
  }

  tick(now) {
    if (this.last === null) return;
    const { frames, frameTime } = this.take;
    const count = frames[frames.length - 1] + 1;
    const seconds = Math.max(0, now - this.last) / 1000;
    this.frame = (this.frame + (seconds * Number(this.speed.value)) / frameTime) % count;
    this.last = now;
    this.show(shownAt(frames, this.frame));
    requestAnimationFrame((then) => this.tick(then));
  }

  /** Goes to a frame of the take: to the one that is there by then. */
  goTo(frame) {
    this.pause();
    this.show(shownAt(this.take.frames, frame));
  }

  show(index) {
    this.index = Math.max(0, Math.min(this.take.frames.length - 1, index));
    this.scrub.value = this.index;
    this.tell();
    this.draw();
  }

  /** Says which frame shows, as the file numbers it, and when it is. */
  tell() {
    const { frames, numbers, timecodes, frameTime } = this.take;
    const frame = frames[this.index];
    const number = (numbers && numbers[this.index]) ?? frame;
    const time = `${(frame * frameTime).toFixed(3)} s · ${timecodes[this.index]}`;
    this.root.querySelector(".frame").textContent = `Frame ${number}`;
    this.root.querySelector(".time").textContent = time;
    this.scrub.setAttribute("aria-valuetext", `Frame ${number}`);
  }

  /** The middle of the points that are there on a frame. */
  middle(index) {
    const size = this.take.points * 3;
    const sum = [0, 0, 0];
    let count = 0;
    for (let i = index * size; i < (index + 1) * size; i += 3) {
      if (Number.isNaN(this.places[i])) continue;
      for (let axis = 0; axis < 3; axis++) sum[axis] += this.places[i + axis];
      count++;
    }
    return count ? sum.map((all) => all / count) : null;
  }

  /** The camera's axes and its target, which goes with the figure where the whole path is too large to be seen. */
  view() {
    const { yaw, pitch, distance, fieldOfView, follows } = this.camera;
    const target = [...this.camera.target];
    if (follows) {
      this.first ??= this.take.frames.map((_, i) => i).find((i) => this.middle(i)) ?? 0;
      const [from, to] = [this.middle(this.first), this.middle(this.index)];
      if (from && to) for (let axis = 0; axis < 3; axis++) target[axis] += to[axis] - from[axis];
    }
    const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
    return {
      target,
      right: [cy, 0, -sy],
      up: [-sy * sp, cp, -cy * sp],
      back: [sy * cp, sp, cy * cp],
      distance,
      scale: this.canvas.height / 2 / Math.tan(fieldOfView / 2),
    };
  }

  draw() {
    if (!this.places) return;
    const canvas = this.canvas;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const size = [canvas.clientWidth, canvas.clientHeight].map((side) => Math.round(side * ratio));
    if (size[0] < 2) return;
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.lineCap = "round";
    const view = this.view();
    const style = getComputedStyle(this.root);
    const colour = (name) => style.getPropertyValue(name).trim();
    /** Where a place is on the canvas and how far from the eye; nothing behind it. */
    const project = (x, y, z) => {
      const d = [x - view.target[0], y - view.target[1], z - view.target[2]];
      const along = (axis) => d[0] * axis[0] + d[1] * axis[1] + d[2] * axis[2];
      const depth = view.distance - along(view.back);
      if (!(depth > view.distance * 0.02)) return null;
      const scale = view.scale / depth;
      return [canvas.width / 2 + along(view.right) * scale, canvas.height / 2 - along(view.up) * scale, depth];
    };
    const line = (a, b) => {
      context.beginPath();
      context.moveTo(a[0], a[1]);
      context.lineTo(b[0], b[1]);
      context.stroke();
    };
    this.drawGround(context, view, project, line, colour("--dim"), ratio);
    const { bones, dots, points } = this.take;
    const start = this.index * points * 3;
    const place = (point) => this.places.subarray(start + point * 3, start + point * 3 + 3);
    const ends = Array.from({ length: points }, (_, point) => {
      const at = place(point);
      return Number.isNaN(at[0]) ? null : project(at[0], at[1], at[2]);
    });
    const width = Math.max(3, canvas.height / ratio / 90) * ratio;
    // Shadows lie under the figure on the floor, as one shape, so that nothing of them adds up.
    context.globalAlpha = 0.16;
    context.strokeStyle = "#000";
    context.lineWidth = width;
    const below = (point) => {
      const at = place(point);
      return Number.isNaN(at[0]) ? null : project(at[0], 0, at[2]);
    };
    context.beginPath();
    for (let i = 0; i < bones.length; i += 3) {
      const [a, b] = [below(bones[i]), below(bones[i + 1])];
      if (!a || !b) continue;
      context.moveTo(a[0], a[1]);
      context.lineTo(b[0], b[1]);
    }
    context.stroke();
    context.globalAlpha = 1;
    const sides = ["--left", "--right", "--middle"].map(colour);
    const parts = [];
    for (let i = 0; i < bones.length; i += 3) {
      const [a, b] = [ends[bones[i]], ends[bones[i + 1]]];
      if (a && b) parts.push({ a, b, depth: (a[2] + b[2]) / 2, colour: sides[bones[i + 2]], width });
    }
    for (let i = 0; i < dots.length; i += 2) {
      const a = ends[dots[i]];
      if (a) parts.push({ a, b: a, depth: a[2], colour: sides[dots[i + 1]], width: width * 1.3 });
    }
    // What is far is drawn first.
    parts.sort((one, other) => other.depth - one.depth);
    for (const part of parts) {
      context.strokeStyle = part.colour;
      context.lineWidth = part.width;
      line(part.a, part.b);
    }
  }

  /** Lines on the floor around the target, a metre apart where people are looked at. */
  drawGround(context, view, project, line, colour, ratio) {
    const LINES = 6;
    const apart = 10 ** Math.max(-1, Math.ceil(Math.log10(Math.max(view.distance / 20, 1e-3))));
    const [x, z] = [view.target[0], view.target[2]].map((at) => Math.round(at / apart));
    context.strokeStyle = colour;
    context.lineWidth = ratio;
    for (let i = -LINES; i <= LINES; i++) {
      for (let j = -LINES; j < LINES; j++) {
        const fade = 1 - Math.hypot(i, j + 0.5) / LINES;
        if (fade <= 0) continue;
        context.globalAlpha = 0.35 * fade;
        for (const [from, to] of [[[i, j], [i, j + 1]], [[j, i], [j + 1, i]]]) {
          const [a, b] = [from, to].map((at) => project((x + at[0]) * apart, 0, (z + at[1]) * apart));
          if (a && b) line(a, b);
        }
      }
    }
    context.globalAlpha = 1;
  }

  /** Decodes the positions, once, and draws. */
  wake() {
    this.places ??= decode(this.take);
    this.draw();
  }
}

/** Starts all players of the page, and links notes and findings to their frames. */
function start() {
  document.documentElement.classList.add("scripted");
  const players = new Map();
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const player = players.get(entry.target.id);
      if (entry.isIntersecting) player.wake();
      else player.pause();
    }
  });
  for (const root of document.querySelectorAll(".player")) {
    players.set(root.id, new Player(root));
    seen.observe(root);
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-frame]");
    const player = link && players.get(link.hash.slice(1));
    if (!player) return;
    event.preventDefault();
    player.wake();
    player.goTo(Number(link.dataset.frame));
    player.root.focus({ preventScroll: true });
    const { top, bottom } = player.root.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) player.root.scrollIntoView({ block: "start" });
  });
}

if (typeof document !== "undefined") start();
