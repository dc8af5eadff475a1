// Reads BVH with three.js: the places of all joints, by its mixer.
import fs from "fs";
import * as THREE from "three";
import { BVHLoader } from "three/addons/loaders/BVHLoader.js";
import { off } from "./common.mjs";

for (const job of JSON.parse(fs.readFileSync(process.argv[2]))) {
    const told = [];
    let worst = null;
    try {
        const { skeleton, clip } = new BVHLoader().parse(fs.readFileSync(job.file, "utf8"));
        const joints = skeleton.bones.filter((bone) => bone.name !== "ENDSITE");
        if (joints.map((joint) => joint.name).join() !== job.names.join()) told.push("names of joints");
        worst = off(job, joints, skeleton.bones[0], [clip]);
    } catch (error) {
        told.push(String(error));
    }
    console.log(JSON.stringify({ file: job.file, worst, told }));
}
