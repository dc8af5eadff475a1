// Validates GLB with Khronos' validator, and reads it with three.js: the places of all nodes, by its mixer.
import fs from "fs";
import validator from "gltf-validator";
import { off } from "./common.mjs";

globalThis.self = globalThis;
const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");

for (const job of JSON.parse(fs.readFileSync(process.argv[2]))) {
    const bytes = new Uint8Array(fs.readFileSync(job.file));
    const { issues } = await validator.validateBytes(bytes, { maxIssues: 20 });
    const faults = issues.messages.filter((message) => message.severity < 2);
    const told = faults.map((fault) => `${fault.code} ${fault.pointer}: ${fault.message}`);
    let worst = null;
    try {
        const gltf = await new GLTFLoader().parseAsync(bytes.buffer, "");
        const nodes = await Promise.all(job.names.map((_, i) => gltf.parser.getDependency("node", i)));
        worst = off(job, nodes, gltf.scene, gltf.animations);
    } catch (error) {
        told.push(String(error));
    }
    console.log(JSON.stringify({ file: job.file, worst, told }));
}
