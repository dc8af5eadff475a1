// What the readers of three.js share: where its mixer puts nodes, and how far that is from what is expected.
import * as THREE from "three";

// The largest distance of a node from where it is expected, in sizes of the figure on its frame.
export function off(job, nodes, root, clips) {
    const mixer = new THREE.AnimationMixer(root);
    for (const clip of clips) {
        const action = mixer.clipAction(clip);
        action.setLoop(THREE.LoopOnce);
        action.clampWhenFinished = true;
        action.play();
    }
    let worst = 0;
    for (const { time, points } of job.frames) {
        // Times of keys are in single precision.
        mixer.setTime(Math.fround(time));
        root.updateMatrixWorld(true);
        const there = points.filter((point) => point);
        const reach = (axis, of) => of(...there.map((point) => point[axis]));
        const sizes = [0, 1, 2].flatMap((axis) => [
            reach(axis, Math.max) - reach(axis, Math.min),
            0.1 * Math.max(reach(axis, Math.max), -reach(axis, Math.min)),
        ]);
        const largest = Math.max(...sizes);
        const size = largest > 1e-6 ? largest : 1; // a point at the origin
        points.forEach((point, i) => {
            if (!point) return;
            const found = new THREE.Vector3().setFromMatrixPosition(nodes[i].matrixWorld);
            worst = Math.max(worst, found.distanceTo(new THREE.Vector3(...point)) / size);
        });
    }
    return worst;
}
