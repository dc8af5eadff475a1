// Loads a file with three.js and says how many frames it has.
import { readFileSync } from "node:fs";
import { BVHLoader } from "three/examples/jsm/loaders/BVHLoader.js";

const { clip } = new BVHLoader().parse(readFileSync(process.argv[2], "utf8"));
console.log(`${clip.tracks[0].times.length} frames`);
