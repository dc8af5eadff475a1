"""Reads USD with usd-core: the transforms of all joints in the world, as UsdSkel computes them."""

import numpy as np
from pxr import Usd, UsdGeom, UsdSkel

import common


def read(job, told):
    stage = Usd.Stage.Open(job["file"])
    if UsdGeom.GetStageUpAxis(stage) != "Y" or UsdGeom.GetStageMetersPerUnit(stage) != 1:
        told.append("unit or up axis")
    root = UsdSkel.Root(stage.GetDefaultPrim())
    cache = UsdSkel.Cache()
    cache.Populate(root, Usd.PrimDefaultPredicate)
    skeleton = next(UsdSkel.Skeleton(prim) for prim in stage.Traverse() if prim.IsA(UsdSkel.Skeleton))
    query = cache.GetSkelQuery(skeleton)
    if not query or not query.GetAnimQuery():
        raise ValueError("no skeleton that is animated")
    why = query.GetTopology().Validate()
    if why and not why[0]:
        told.append(why[1])
    names = skeleton.GetJointNamesAttr().Get()
    if list(names) != job["names"]:
        told.append("names of joints")
    rate = stage.GetTimeCodesPerSecond()
    if abs(rate / job["fps"] - 1) > 1e-9:
        told.append(f"{rate} frames a second")
    frames = []
    for frame in job["frames"]:
        worlds = query.ComputeJointSkelTransforms(Usd.TimeCode(frame["frame"]))
        frames.append([list(world.ExtractTranslation()) for world in worlds])
    return np.array(frames)


common.run(read)
